package io.lockkeeper.bench.contestants;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Locks of the JDK's, which reach no other process. */
public final class JdkLocks {
    private JdkLocks() {}

    /** What re-entry costs where there is nothing else to do. */
    public static final class Reentrant extends Contestant {

        /** Makes it. */
        public Reentrant() {
            super("reentrantlock", EnumSet.allOf(Backend.class), Ability.REENTRANT);
        }

        @Override
        public boolean joins(String scenario) {
            return false;
        }

        @Override
        public Locks open(String url, Optional<Duration> lease) {
            return locks(false);
        }
    }

    /** Made to serve in order: how fast threads of one process can pass a lock on. */
    public static final class Fair extends Contestant {

        /** Makes it. */
        public Fair() {
            super("fair-reentrantlock", EnumSet.allOf(Backend.class));
        }

        /** Where threads of one process wait for each other. */
        @Override
        public boolean joins(String scenario) {
            return scenario.equals("s3");
        }

        @Override
        public Locks open(String url, Optional<Duration> lease) {
            return locks(true);
        }
    }

    private static Locks locks(boolean fair) {
        Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
        return Locks.of(name -> Mutex.of(locks.computeIfAbsent(name, any -> new ReentrantLock(fair))), locks::clear);
    }
}
