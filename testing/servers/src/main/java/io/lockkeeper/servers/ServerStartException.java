package io.lockkeeper.servers;

import org.jspecify.annotations.Nullable;

/** The failure of a server to become ready; its message ends with the server's log. */
public final class ServerStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServerStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
