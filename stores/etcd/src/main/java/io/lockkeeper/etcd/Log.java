package io.lockkeeper.etcd;

/** The store's log. It is looked up when there is something to say: programs that run for a moment never need it. */
final class Log {

    private Log() {}

    static System.Logger get() {
        return System.getLogger("io.lockkeeper.etcd");
    }
}
