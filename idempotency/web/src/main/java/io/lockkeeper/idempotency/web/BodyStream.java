package io.lockkeeper.idempotency.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;

/** A body in memory. */
final class BodyStream extends ServletInputStream {

    private final ByteArrayInputStream bytes;

    BodyStream(ByteArrayInputStream bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read() {
        return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        return bytes.read(target, offset, length);
    }

    @Override
    public int available() {
        return bytes.available();
    }

    @Override
    public boolean isFinished() {
        return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
        throw new IllegalStateException("This request is not asynchronous");
    }
}
