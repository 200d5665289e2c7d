package io.lockkeeper.idempotency.web;

import static java.util.Locale.ROOT;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A response that is held back until the operation is completed: nothing is sent of one that is rolled back. */
final class HeldResponse extends HttpServletResponseWrapper {

    /** What is sent piece by piece, and never kept. */
    private static final Set<String> STREAMS =
            Set.of("text/event-stream", "application/x-ndjson", "application/stream+json");

    private final AnswerStream stream;

    /** Those of the filters before. */
    private final Map<String, List<String>> headersBefore;

    private @Nullable PrintWriter writer;
    private @Nullable String writerCharset;
    private boolean streaming;
    private StoredAnswer.@Nullable ErrorPage page;

    HeldResponse(HttpServletResponse response, int bound) {
        super(response);
        stream = new AnswerStream(response, bound);
        headersBefore = headers();
    }

    private HttpServletResponse held() {
        return (HttpServletResponse) getResponse();
    }

    /** Returns what is to be stored. */
    StoredAnswer answer(StoredHeaders stored) {
        if (writerCharset != null && !stream.isThrough()) {
            // As in containers, a charset that was named later has no effect.
            setCharacterEncoding(writerCharset);
        }
        Map<String, List<String>> headers = stored.of(headers());
        if (page != null) {
            return page;
        }
        if (writer != null) {
            writer.flush();
        }
        return stream.isThrough()
                ? new StoredAnswer.Tombstone(getStatus(), headers)
                : new StoredAnswer.Complete(getStatus(), headers, stream.kept());
    }

    private Map<String, List<String>> headers() {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String name : getHeaderNames()) {
            headers.put(name, new ArrayList<>(getHeaders(name)));
        }
        String type = getContentType();
        if (type != null) {
            // Containers need not have it among the others.
            headers.keySet().removeIf("Content-Type"::equalsIgnoreCase);
            headers.put("Content-Type", List.of(type));
        }
        return headers;
    }

    /** Sends what was held back. */
    void send() throws IOException {
        if (page != null) {
            held().sendError(page.status(), page.message());
        } else if (!stream.isThrough()) {
            if (writer != null) {
                writer.flush();
            }
            byte[] body = stream.kept();
            // Answers without a body must not have a length, and need none.
            if (body.length > 0) {
                held().setContentLength(body.length);
                held().getOutputStream().write(body);
            }
        }
    }

    /** Forgets what was held back, with the application's headers. Returns false if it was sent already. */
    boolean discard() {
        if (stream.isThrough() || held().isCommitted()) {
            return false;
        }
        held().reset();
        headersBefore.forEach((name, values) -> values.forEach(value -> held().addHeader(name, value)));
        return true;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        if (writer != null) {
            throw new IllegalStateException("getWriter() was called");
        }
        return open();
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (writer == null) {
            // As containers do: the type names the charset from now on.
            writerCharset = getCharacterEncoding();
            setCharacterEncoding(writerCharset);
            writer = new PrintWriter(new OutputStreamWriter(open(), writerCharset));
        }
        return writer;
    }

    private AnswerStream open() {
        String type = getContentType();
        if (type != null && STREAMS.contains(type.split(";", 2)[0].strip().toLowerCase(ROOT))) {
            streaming = true;
            stream.writeThrough();
        }
        return stream;
    }

    @Override
    public void sendError(int status, @Nullable String message) {
        refuseIfSent();
        stream.clear(writer);
        page = new StoredAnswer.ErrorPage(status, Map.of(), message == null ? "" : message);
        setStatus(status);
    }

    @Override
    public void sendError(int status) {
        sendError(status, null);
    }

    @Override
    public void sendRedirect(String location) {
        sendRedirect(location, SC_FOUND, true);
    }

    /** Of Servlet 6.1, whose wrapper has all four call the response beneath. */
    public void sendRedirect(String location, int status) {
        sendRedirect(location, status, true);
    }

    /** Of Servlet 6.1. */
    public void sendRedirect(String location, boolean clearBuffer) {
        sendRedirect(location, SC_FOUND, clearBuffer);
    }

    /** Of Servlet 6.1. */
    public void sendRedirect(String location, int status, boolean clearBuffer) {
        refuseIfSent();
        if (clearBuffer) {
            stream.clear(writer);
        }
        setStatus(status);
        setHeader("Location", location);
    }

    private void refuseIfSent() {
        if (isCommitted()) {
            throw new IllegalStateException("The answer was sent already");
        }
    }

    @Override
    public boolean isCommitted() {
        return page != null || stream.isThrough() || super.isCommitted();
    }

    @Override
    public void flushBuffer() {
        if (writer != null) {
            writer.flush();
        }
        if (streaming) {
            stream.flush();
        }
    }

    @Override
    public void reset() {
        resetBuffer();
        held().reset();
        writer = null;
        writerCharset = null;
    }

    @Override
    public void resetBuffer() {
        stream.clear(writer);
    }

    @Override
    public void setBufferSize(int size) {
        // The buffer here has its own bound.
    }

    @Override
    public void setContentLength(int length) {
        // Set when the body is known.
    }

    @Override
    public void setContentLengthLong(long length) {
        // Set when the body is known.
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (!name.equalsIgnoreCase("Content-Length")) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (!name.equalsIgnoreCase("Content-Length")) {
            super.addHeader(name, value);
        }
    }
}
