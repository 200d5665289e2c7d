package io.lockkeeper.jdbc;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Who waits for the database: threads of our own, which end when there is nothing to do, or callers that would wait anyway.
 * Of both together no more at a time than there may be connections.
 */
final class Workers implements AutoCloseable {

    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads;
    private final ThreadPoolExecutor renewals;
    private final ScheduledThreadPoolExecutor timer;
    private final Map<Object, CompletableFuture<?>> open = new ConcurrentHashMap<>();
    private final Semaphore turns;
    private final int most;
    private final Duration timeout;
    private volatile boolean closed;
    private final SqlFailures failures;

    Workers(int most, Duration timeout, SqlFailures failures) {
        this.most = most;
        this.timeout = timeout;
        this.failures = failures;
        turns = new Semaphore(most);
        threads = threads(most, "lockkeeper-jdbc");
        renewals = threads(1, "lockkeeper-jdbc-renew");
        timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "lockkeeper-jdbc-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /** Whether nobody waits for the database, not even for an answer that nobody waits for any more. */
    boolean areIdle() {
        return turns.availablePermits() == most && renewals.getActiveCount() == 0;
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    /** Something to be done for somebody, who may cease to wait for it meanwhile. */
    interface Work<T> {
        T done(BooleanSupplier abandoned);
    }

    /**
     * Has leases renewed: by a thread of its own, for the others may all wait for rows that somebody has locked. After half the
     * time it is to come to an end, so that its answer is in time for what it has renewed.
     */
    <T> CompletableFuture<T> renew(Work<T> work) {
        long half = System.nanoTime() + timeout.toNanos() / 2;
        return run(renewals, abandoned -> work.done(() -> System.nanoTime() - half >= 0), false);
    }

    /** Has something done by a thread of ours. */
    <T> CompletableFuture<T> run(Supplier<T> work) {
        return run(threads, abandoned -> work.get(), true);
    }

    /** Has something done by a thread of ours. */
    <T> CompletableFuture<T> run(Work<T> work) {
        return run(threads, work, true);
    }

    /** Does something in the calling thread, when it is its turn; whose turn does not come soon leaves it to a thread of ours. */
    <T> CompletableFuture<T> runHere(Work<T> work) {
        if (closed || !isOurTurn()) {
            return run(work);
        }
        try {
            return CompletableFuture.completedFuture(work.done(() -> false));
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.failedFuture(closed ? SqlFailures.closed() : failures.of(failure));
        } finally {
            turns.release();
        }
    }

    private boolean isOurTurn() {
        try {
            return turns.tryAcquire(timeout.toNanos() / 2, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // Whoever waits for the answer sees to that, if it can be interrupted.
            return false;
        }
    }

    /** Has something done; who asked is told in time that there was no answer, though the thread may still wait for one. */
    private <T> CompletableFuture<T> run(Executor executor, Work<T> work, boolean inTurn) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Object call = new Object();
        open.put(call, answer);
        var unused = answer.whenComplete((result, failure) -> open.remove(call));
        try {
            ScheduledFuture<?> patience = timer.schedule(
                    () -> answer.completeExceptionally(failures.silent()), timeout.toNanos(), TimeUnit.NANOSECONDS);
            executor.execute(() -> {
                if (inTurn) {
                    turns.acquireUninterruptibly();
                }
                try {
                    if (!answer.isDone()) { // Else who asked has been told that there was no answer, and asks again.
                        T result = work.done(answer::isDone);
                        patience.cancel(false);
                        answer.complete(result);
                    }
                } catch (RuntimeException | Error failure) {
                    patience.cancel(false);
                    answer.completeExceptionally(failures.of(failure));
                } finally {
                    if (inTurn) {
                        turns.release();
                    }
                }
            });
        } catch (RuntimeException | Error notStarted) { // It is closed, or no thread could be started.
            answer.completeExceptionally(failures.of(notStarted));
        }
        return answer;
    }

    /** Ends the threads; what is under way fails. */
    @Override
    public void close() {
        closed = true;
        timer.shutdownNow();
        threads.shutdown();
        renewals.shutdown();
        open.values().forEach(answer -> answer.completeExceptionally(SqlFailures.closed()));
    }

    private static ThreadPoolExecutor threads(int most, String name) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> daemon(task, name));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
