package dev.maptick.server.http;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers what is refused before it reaches a route (a bad request line, too long a header): with the status alone, since
 * Jetty's own words repeat what the client sent.
 */
final class JsonErrors extends ErrorHandler {
    JsonErrors() {}

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        SecurityHeaders.addTo(response.getHeaders());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.CONTENT_TYPE);
        response.write(true, ByteBuffer.wrap(body(response.getStatus())), callback);
        return true;
    }

    private static byte[] body(int status) {
        String title = HttpStatus.getMessage(status).toLowerCase(Locale.ROOT);
        return Json.bytes(Problem.of(status, title, "the request was refused"));
    }
}
