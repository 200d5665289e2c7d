package io.lockkeeper.etcd;

/** The store's log. It is looked up when there is something to say: programs that run for a moment never need it. */
final class Log {

    private Log() {}

    static System.Logger get() {
        return System.getLogger("io.lockkeeper.etcd");
    }

    /** Logs a failure, and throws nothing: the caller goes on, even if there is no memory to log it. */
    static void error(String message, Throwable failure) {
        try {
            get().log(System.Logger.Level.ERROR, message, failure);
        } catch (Throwable unlogged) {
            // As documented.
        }
    }
}
