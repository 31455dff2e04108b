package dev.maptick.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;

/** Writes answers as JSON in UTF-8. Any thread. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String CONTENT_TYPE = "application/json";

    private Json() {}

    static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer that cannot be written", e);
        }
    }

    static void answer(Context context, Object value) {
        context.contentType(CONTENT_TYPE).result(bytes(value));
    }

    static void refuse(Context context, Problem problem) {
        context.status(problem.status()).contentType(Problem.CONTENT_TYPE).result(bytes(problem));
    }
}
