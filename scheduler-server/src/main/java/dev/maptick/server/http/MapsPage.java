package dev.maptick.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of maps. Immutable.
 *
 * @param total how many maps there are, of the type asked for if one was
 * @param page this page, from 1
 * @param pages how many pages there are
 * @param size how many maps a page may hold
 * @param next path and query of the next page, null on the last one
 * @param maps the maps of this page, by name
 */
record MapsPage(
        int total, int page, int pages, int size, @Nullable String next, List<MapView> maps) {}
