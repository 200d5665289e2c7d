package io.lockkeeper.races;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.WeakGuaranteeException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** One holding of the lock, however it was taken. */
interface Holding {

    /** The fencing token, from the moment of the acquisition. */
    long token();

    boolean isHeld();

    /** Lets go; throws what the lock throws if it was lost. */
    void close();

    /** The ways in which programs take a lock. A worker's threads use them in turn. */
    enum Way {
        /** Waits as long as it takes, for a handle. */
        BY_HANDLE {
            @Override
            Optional<Holding> take(DistributedLock lock, Random random) throws InterruptedException {
                return Optional.of(new ByHandle(lock.acquire()));
            }
        },
        /** Waits as long as it takes, for the thread. */
        BY_THREAD {
            @Override
            @SuppressWarnings("LockNotBeforeTry") // Unlocked by the holding.
            Optional<Holding> take(DistributedLock lock, Random random) {
                lock.lock();
                Optional<Lease> lease = lock.currentLease();
                if (lease.isEmpty()) {
                    lock.unlock(); // Lost between the two steps: that is what it says now.
                }
                return lease.map(held -> new ByThread(lock, number(held)));
            }
        },
        /** Waits for a short time, and gives up. */
        IMPATIENTLY {
            @Override
            Optional<Holding> take(DistributedLock lock, Random random) throws InterruptedException {
                Duration patience = Duration.ofMillis(1 + random.nextInt(1000));
                return lock.tryAcquire(LockOptions.defaults().withMaxWait(patience))
                        .map(ByHandle::new);
            }
        };

        /** Takes the lock, if it is to be had. */
        abstract Optional<Holding> take(DistributedLock lock, Random random) throws InterruptedException;
    }

    /** A lease's token; where the store has none, the time at which it was acquired. */
    private static long number(Lease lease) {
        try {
            return lease.token();
        } catch (WeakGuaranteeException none) {
            return System.nanoTime(); // Which grows over all processes of a machine.
        }
    }

    /** A lease. */
    record ByHandle(Lease lease) implements Holding {
        @Override
        public long token() {
            return number(lease);
        }

        @Override
        public boolean isHeld() {
            return lease.isHeld();
        }

        @Override
        public void close() {
            lease.close();
        }
    }

    /** A lock that the calling thread owns. */
    record ByThread(DistributedLock lock, long token) implements Holding {
        @Override
        public boolean isHeld() {
            return lock.isHeldByCurrentThread();
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }
}
