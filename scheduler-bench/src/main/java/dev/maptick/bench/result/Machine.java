package dev.maptick.bench.result;

/**
 * Where a book was measured. Immutable.
 *
 * @param processor model of the processor, as far as the system tells
 * @param processors how many the JVM sees
 * @param memoryBytes memory of the machine, 0 if not known
 * @param os name, version and architecture of the operating system
 */
public record Machine(String processor, int processors, long memoryBytes, String os) {
    /**
     * One line for people.
     *
     * @return the same facts
     */
    public String line() {
        return processors + (processors == 1 ? " processor" : " processors") + " (" + processor + "), "
                + (memoryBytes == 0 ? "" : Math.round(memoryBytes / (double) (1L << 30)) + " GiB, ") + os;
    }
}
