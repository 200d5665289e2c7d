package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that wait for the database: a few, which end after 10 s without work. Renewals have one to themselves, since all others
 * may wait for rows that somebody has locked.
 */
final class LeaseThreads implements AutoCloseable {

    private static final int MOST = 8;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads = threads(MOST, "lockkeeper-idempotency-jdbc");
    private final ThreadPoolExecutor renewals = threads(1, "lockkeeper-idempotency-jdbc-renew");
    private final ScheduledThreadPoolExecutor timer;
    private final Map<Turn, CompletableFuture<?>> open = new ConcurrentHashMap<>();
    private final Duration timeout;

    /**
     * Threads that are started when they are needed.
     *
     * @param timeout after which whoever asks is told that there is no answer
     */
    LeaseThreads(Duration timeout) {
        this.timeout = timeout;
        timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "lockkeeper-idempotency-jdbc-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /** What is to be done; it says by its turn when it is about to send something. */
    interface Work<A> {
        A done(Turn turn);
    }

    <A> CompletableFuture<A> run(Work<A> work) {
        return run(threads, work);
    }

    <A> CompletableFuture<A> renew(Work<A> work) {
        return run(renewals, work);
    }

    /** Whoever asked is told in time that there was no answer, though the thread may still wait for one. */
    private <A> CompletableFuture<A> run(ThreadPoolExecutor executor, Work<A> work) {
        CompletableFuture<A> answer = new CompletableFuture<>();
        Turn turn = new Turn();
        open.put(turn, answer);
        try {
            var patience = timer.schedule(
                    () -> answer.completeExceptionally(silent(turn.giveUp())), timeout.toNanos(), TimeUnit.NANOSECONDS);
            var unused = answer.whenComplete((done, failure) -> {
                open.remove(turn);
                patience.cancel(false);
            });
            executor.execute(() -> {
                if (answer.isDone()) {
                    return;
                }
                try {
                    answer.complete(work.done(turn));
                } catch (RuntimeException | Error failure) {
                    answer.completeExceptionally(LeaseFailures.of(failure, turn));
                }
            });
        } catch (RejectedExecutionException closed) {
            open.remove(turn);
            answer.completeExceptionally(closed());
        } catch (OutOfMemoryError noThread) {
            // A task that was queued before the thread failed to start may still run.
            open.remove(turn);
            answer.completeExceptionally(new StoreUnavailableException(
                    "No thread could be started for the database of idempotency", turn.giveUp(), noThread));
        }
        return answer;
    }

    private StoreUnavailableException silent(boolean sent) {
        return new StoreUnavailableException(
                "The database of idempotency did not answer within " + timeout, sent, null);
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("This store is closed");
    }

    /** Ends the threads; what is under way fails, and is carried out or not. */
    @Override
    public void close() {
        timer.shutdownNow();
        threads.shutdown();
        renewals.shutdown();
        open.values().forEach(answer -> answer.completeExceptionally(closed()));
    }

    private static ThreadPoolExecutor threads(int most, String name) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> daemon(task, name));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
