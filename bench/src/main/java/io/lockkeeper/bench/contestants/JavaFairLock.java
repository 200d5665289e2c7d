package io.lockkeeper.bench.contestants;

/** The JDK's own lock, made to serve in order: how fast threads of one process can pass a lock on. */
public final class JavaFairLock implements OnAnyServer {

    @Override
    public String name() {
        return "fair-reentrantlock";
    }

    /** Where threads of one process wait for each other. */
    @Override
    public boolean joins(String scenario) {
        return scenario.equals("s3");
    }

    @Override
    public Locks open(String url) {
        return new JdkLocks(true);
    }
}
