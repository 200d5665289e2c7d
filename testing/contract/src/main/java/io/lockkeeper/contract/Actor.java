package io.lockkeeper.contract;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A thread with a lock client of its own, to which a test gives things to do. */
public final class Actor implements AutoCloseable {

    private final String description = "actor " + UUID.randomUUID();
    private final Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
    private final Duration patience;
    private final LockClient client;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(this::thread);
    private volatile @Nullable Thread thread;

    Actor(LockFixture fixture) {
        patience = fixture.patience();
        client = fixture.start(
                ClientOptions.defaults().withDescription(description).withListener(events::add));
    }

    /** Something to do that returns nothing. */
    @FunctionalInterface
    public interface Deed {

        /**
         * Does it.
         *
         * @throws Exception as it likes
         */
        void run() throws Exception;
    }

    /**
     * This actor's client.
     *
     * @return the client
     */
    public LockClient client() {
        return client;
    }

    /**
     * What this actor's claims show of it.
     *
     * @return the description of the holder
     */
    public String description() {
        return description;
    }

    /**
     * A lock of this actor's client.
     *
     * @param name the lock's name
     * @return the lock
     */
    public DistributedLock lock(String name) {
        return client.lock(name);
    }

    /**
     * Does something on this actor's thread and waits for it.
     *
     * @param deed what to do
     * @throws Exception as the deed throws
     */
    public void run(Deed deed) throws Exception {
        outcome(executor.submit(() -> {
            deed.run();
            return description;
        }));
    }

    /**
     * Does something on this actor's thread and waits for what comes of it.
     *
     * @param <T> what comes of it
     * @param deed what to do
     * @return the outcome
     * @throws Exception as the deed throws
     */
    public <T> T call(Callable<T> deed) throws Exception {
        return outcome(begin(deed));
    }

    /**
     * Acquires a lease on this actor's thread.
     *
     * @param name the lock's name
     * @return the lease
     * @throws Exception as {@code acquire} does
     */
    public Lease acquire(String name) throws Exception {
        return call(() -> lock(name).acquire());
    }

    /**
     * Tries to acquire a lease, without waiting, on this actor's thread.
     *
     * @param name the lock's name
     * @return the lease, or empty if another holds the lock
     * @throws Exception as {@code tryAcquire} does
     */
    public Optional<Lease> tryAcquire(String name) throws Exception {
        return call(() -> lock(name).tryAcquire());
    }

    /**
     * Tries to lock, without waiting, on this actor's thread.
     *
     * @param name the lock's name
     * @return whether the thread holds the lock now
     * @throws Exception as {@code tryLock} does
     */
    public boolean tryLock(String name) throws Exception {
        return call(() -> lock(name).tryLock());
    }

    /**
     * Begins to do something on this actor's thread, after what it is doing.
     *
     * @param <T> what comes of it
     * @param deed what to do
     * @return the outcome, to be waited for with {@link #outcome}
     */
    public <T> Future<T> begin(Callable<T> deed) {
        return executor.submit(deed);
    }

    /**
     * Waits for what comes of a deed.
     *
     * @param <T> what comes of it
     * @param deed what was begun
     * @return the outcome
     * @throws Exception as the deed throws
     */
    public <T> T outcome(Future<T> deed) throws Exception {
        try {
            return deed.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError(
                    description + " was not done within " + patience + "; its events: " + events, late);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Exception exception) {
                throw exception;
            }
            throw new AssertionError(failed.getCause());
        }
    }

    /** Interrupts this actor's thread. */
    public void interrupt() {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }

    /**
     * Waits until this actor waits for a lock that another client holds.
     *
     * @param name the lock's name
     */
    public void awaitWaiting(String name) {
        Eventually.eventually(patience, () -> {
            if (events.stream()
                    .noneMatch(event ->
                            event instanceof LockEvent.Waited && event.name().equals(name))) {
                throw new AssertionError(description + " does not wait for '" + name + "'; its events: " + events);
            }
        });
    }

    /** Closes the client and ends the thread. */
    @Override
    public void close() {
        client.close();
        executor.shutdownNow();
    }

    private Thread thread(Runnable deeds) {
        Thread created = new Thread(deeds, description);
        created.setDaemon(true);
        thread = created;
        return created;
    }
}
