package dev.maptick.bench.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Books and single results as JSON. Any thread. */
public final class BookJson {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private static final ObjectMapper PRETTY = MAPPER.copy().enable(SerializationFeature.INDENT_OUTPUT);

    private BookJson() {}

    /**
     * Writes a book.
     *
     * @param book the book
     * @param file made or replaced
     * @throws IOException if it cannot be written
     */
    public static void write(Book book, Path file) throws IOException {
        Files.writeString(file, PRETTY.writeValueAsString(book) + "\n");
    }

    /**
     * Reads a book.
     *
     * @param file written by {@link #write}
     * @return the book
     * @throws IOException if it cannot be read, or is none
     */
    public static Book read(Path file) throws IOException {
        return MAPPER.readValue(file.toFile(), Book.class);
    }

    /**
     * One result on one line.
     *
     * @param result the result
     * @return JSON without a line end
     */
    public static String line(RunResult result) {
        try {
            return MAPPER.writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result that cannot be written", e);
        }
    }

    /**
     * Reads such a line.
     *
     * @param line the line
     * @return the result
     * @throws IOException if it is none
     */
    public static RunResult parseLine(String line) throws IOException {
        return MAPPER.readValue(line, RunResult.class);
    }

    /**
     * Parameters on one line.
     *
     * @param parameters what a run is to do
     * @return JSON without a line end
     */
    public static String line(Parameters parameters) {
        try {
            return MAPPER.writeValueAsString(parameters);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("parameters that cannot be written", e);
        }
    }

    /**
     * Reads such a line.
     *
     * @param line the line
     * @return the parameters
     * @throws IOException if it is none
     */
    public static Parameters parseParameters(String line) throws IOException {
        return MAPPER.readValue(line, Parameters.class);
    }
}
