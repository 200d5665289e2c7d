package io.lockkeeper.servers;

/** The error that a Redis server replied with; its message is the server's, such as "NOAUTH …". */
public final class RespException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RespException(String message) {
        super(message);
    }
}
