package dev.maptick.server.tiled;

/**
 * Tells why a map file was refused: which file, which element in it, what is wrong, and what is allowed instead.
 *
 * <p>All text taken from the file is escaped and shortened, so the message is safe to print on one log line. Immutable
 * and safe to hand between threads.
 */
public final class FloorPlanException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String file;
    private final String element;

    FloorPlanException(String file, String element, String reason) {
        super(Printable.escape(file) + ": " + element + ": " + reason);
        this.file = file;
        this.element = element;
    }

    FloorPlanException(String file, String element, String reason, Throwable cause) {
        this(file, element, reason);
        initCause(cause);
    }

    /**
     * The map file that was refused, as it was given to the loader; not escaped. It stays the map's when the fault lies in
     * a tileset of its own file: the message then names both.
     *
     * @return file name
     */
    public String file() {
        return file;
    }

    /**
     * The element at fault as a path, for example {@code layers[2] "walls".data[17]}; {@code file} when the file as a
     * whole is at fault, {@code map} for the map itself.
     *
     * @return path of the element, printable
     */
    public String element() {
        return element;
    }
}
