package io.lockkeeper.races;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
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
                if (lock.fencingToken().isPresent()) {
                    return Optional.of(new ByThread(lock, lock.fencingToken().orElse(0)));
                }
                lock.unlock(); // Lost between the two steps: that is what it says now.
                return Optional.empty();
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

    /** A lease. */
    record ByHandle(Lease lease) implements Holding {
        @Override
        public long token() {
            return lease.token();
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
