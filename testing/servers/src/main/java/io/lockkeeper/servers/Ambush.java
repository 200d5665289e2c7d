package io.lockkeeper.servers;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * A cut that waits for a certain request.
 *
 * @param text what the request contains; the empty string is in all
 * @param moment when to cut
 * @param sprung completed when the connection was cut, and the server has done with it
 */
record Ambush(String text, Moment moment, CompletableFuture<Void> sprung) {

    /** When the connection is cut. */
    enum Moment {
        /** The server never sees the request. */
        BEFORE_REQUEST,
        /** The server answers, and the client never sees the answer. */
        BEFORE_REPLY
    }

    /** Tells whoever waits for it, in another thread than the proxy's: that one takes no orders from itself. */
    void spring() {
        var unused = sprung.completeAsync(() -> null);
    }

    boolean isFor(ByteBuffer request) {
        byte[] bytes = new byte[request.remaining()];
        request.duplicate().get(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(text);
    }
}
