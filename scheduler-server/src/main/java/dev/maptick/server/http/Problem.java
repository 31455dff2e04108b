package dev.maptick.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was refused, as {@code application/problem+json} (RFC 9457). Immutable.
 *
 * @param title the kind of problem
 * @param status the HTTP status
 * @param detail what happened, in words; names what was found and what is allowed
 * @param parameter the parameter at fault, or null
 * @param found its value, or null
 * @param allowed what it may be, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Problem(
        String title,
        int status,
        String detail,
        @Nullable String parameter,
        @Nullable String found,
        @Nullable String allowed) {

    static final String CONTENT_TYPE = "application/problem+json";

    static Problem of(int status, String title, String detail) {
        return new Problem(title, status, detail, null, null, null);
    }

    static Problem badParameter(String parameter, String found, String allowed) {
        return new Problem(
                "bad parameter",
                400,
                "parameter " + parameter + " is bad; allowed: " + allowed,
                parameter,
                found,
                allowed);
    }
}
