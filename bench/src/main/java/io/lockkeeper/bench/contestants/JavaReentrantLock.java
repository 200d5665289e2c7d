package io.lockkeeper.bench.contestants;

/** The JDK's own lock: what re-entry costs where there is nothing else to do. */
public final class JavaReentrantLock implements OnAnyServer, Reentrant {

    @Override
    public String name() {
        return "reentrantlock";
    }

    /** It reaches no other process. */
    @Override
    public boolean joins(String scenario) {
        return false;
    }

    @Override
    public Locks open(String url) {
        return new JdkLocks(false);
    }
}
