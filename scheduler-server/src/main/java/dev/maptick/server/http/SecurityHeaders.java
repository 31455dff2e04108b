package dev.maptick.server.http;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/** Headers of every answer: nothing here is a page, to be framed, guessed at or kept. Any thread. */
final class SecurityHeaders implements HttpConfiguration.Customizer {
    SecurityHeaders() {}

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        addTo(responseHeaders);
        return request;
    }

    static void addTo(HttpFields.Mutable headers) {
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Cache-Control", "no-store");
    }
}
