package dev.maptick.server.store;

/**
 * What the head of a file tells, its own checksum found right. Whether the body is complete it cannot tell.
 *
 * @param name what the file is a version of
 * @param epoch who wrote it
 * @param sequence its place among the writes of that epoch
 * @param bodyAt where the body begins
 * @param bodyBytes how long it is
 * @param bodySum its CRC-32C
 */
record Head(String name, long epoch, long sequence, int bodyAt, int bodyBytes, int bodySum) {}
