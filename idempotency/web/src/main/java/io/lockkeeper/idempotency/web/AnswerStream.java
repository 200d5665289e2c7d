package io.lockkeeper.idempotency.web;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an answer's body until the operation is completed. From a bound on, it writes through. A client that is gone then is no
 * failure of the operation, which goes on without a reader.
 */
final class AnswerStream extends ServletOutputStream {

    private final HttpServletResponse response;
    private final int bound;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean through;
    private boolean disconnected;
    private boolean clearing;

    AnswerStream(HttpServletResponse response, int bound) {
        this.response = response;
        this.bound = bound;
    }

    /** Whether the answer is being sent already. */
    boolean isThrough() {
        return through;
    }

    boolean isDisconnected() {
        return disconnected;
    }

    byte[] kept() {
        return kept.toByteArray();
    }

    /** Forgets what was kept, and what a writer has not passed on yet. */
    void clear(@Nullable PrintWriter writer) {
        if (through) {
            throw new IllegalStateException("The answer is being sent already");
        }
        if (writer != null) {
            clearing = true;
            writer.flush();
            clearing = false;
        }
        kept.reset();
    }

    /** Sends what was kept, and everything from now on. */
    void writeThrough() {
        if (!through) {
            through = true;
            send(kept.toByteArray(), 0, kept.size());
            kept.reset();
        }
    }

    private void send(byte[] bytes, int offset, int length) {
        if (disconnected) {
            return;
        }
        try {
            response.getOutputStream().write(bytes, offset, length);
        } catch (IOException e) {
            // The client is gone. Nobody else needs to know, and the operation must not fail of it.
            disconnected = true;
        }
    }

    @Override
    public void write(int single) {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (clearing) {
            return;
        }
        if (!through && length > bound - kept.size()) {
            writeThrough();
        }
        if (through) {
            send(bytes, offset, length);
        } else {
            kept.write(bytes, offset, length);
        }
    }

    @Override
    public void flush() {
        if (through && !disconnected) {
            try {
                response.flushBuffer();
            } catch (IOException | UncheckedIOException e) {
                // As above.
                disconnected = true;
            }
        }
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        throw new IllegalStateException("This request is not asynchronous");
    }
}
