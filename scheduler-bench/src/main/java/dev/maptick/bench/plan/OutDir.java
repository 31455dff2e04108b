package dev.maptick.bench.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Where figures go: known to be a directory that can be written before anything is measured. */
public final class OutDir {
    private static final String ALLOWED = "a directory that can be written, or a path on which one can be made; ";

    private OutDir() {}

    /**
     * Looks at what is there already, and makes nothing.
     *
     * @param option which option tells it
     * @param typed as it was typed
     * @param files what is to be written into it
     * @param options takes the refusal
     * @return the directory
     */
    public static Path read(String option, String typed, List<String> files, Typed options) {
        if (typed.isBlank()) {
            options.refuse(option, typed, ALLOWED + "this is none");
            return Path.of("");
        }
        try {
            Path dir = Path.of(typed);
            Path nearest = nearest(dir.toAbsolutePath());
            if (!Files.isDirectory(nearest)) {
                options.refuse(option, typed, ALLOWED + nearest + " is a file");
            } else if (!Files.isWritable(nearest)) {
                options.refuse(option, typed, ALLOWED + nearest + " cannot be written");
            } else {
                for (String file : files) {
                    Path there = dir.resolve(file);
                    if (Files.exists(there) && !(Files.isRegularFile(there) && Files.isWritable(there))) {
                        options.refuse(option, typed, ALLOWED + there + " cannot be replaced");
                    }
                }
            }
            return dir;
        } catch (InvalidPathException e) {
            options.refuse(option, typed, ALLOWED + "this is no path: " + e.getReason());
            return Path.of("");
        }
    }

    /** The first that exists on the way up. */
    private static Path nearest(Path dir) {
        Path there = dir;
        for (Path up = dir.getParent(); up != null && !Files.exists(there); up = up.getParent()) {
            there = up;
        }
        return there;
    }

    /**
     * Makes it if it is not there, and writes a file into it: whether that can be done only doing it tells.
     *
     * @param option which option told it
     * @param dir as {@link #read} gave it
     * @throws BadSettingsException if it cannot
     */
    public static void make(String option, Path dir) {
        try {
            Files.createDirectories(dir);
            Files.delete(Files.createTempFile(dir, "probe", null));
        } catch (IOException e) {
            Typed options = new Typed();
            options.refuse(option, dir.toString(), ALLOWED + e);
            options.conclude();
        }
    }
}
