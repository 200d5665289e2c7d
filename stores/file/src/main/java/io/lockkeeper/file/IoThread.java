package io.lockkeeper.file;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of this JVM that reads and writes lock folders, and that owns all their state.
 *
 * <p>A thread that is interrupted in the midst of its work would close the channel it works on, and a
 * closed channel frees <em>every</em> lock that the process has on that file. Nobody else knows this thread.
 * It ends when nothing was asked of it for some seconds.
 */
final class IoThread {

    private static final long IDLE_SECONDS = 10;
    private static volatile @Nullable Thread current;
    static final ScheduledThreadPoolExecutor EXECUTOR = executor();

    private IoThread() {}

    /** Work that is done a little at a time, so that locks need not wait for it. */
    interface Stepwise<T> {

        /** Goes on; the result if it is done, null if there is more to do. */
        @Nullable
        T step() throws Exception;
    }

    /** Runs something on the thread, in the order of the calls. */
    static <T> CompletableFuture<T> call(Callable<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        EXECUTOR.execute(() -> {
            boolean unused = Thread.interrupted(); // Set by what depends on an earlier answer, if at all.
            try {
                answer.complete(work.call());
            } catch (Throwable failure) {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    /** Runs something on the thread and waits for it, however often the caller is interrupted. */
    static <T> T await(Callable<T> work) {
        try {
            return Thread.currentThread() == current ? work.call() : call(work).join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new CompletionException(failed);
        }
    }

    /** The same, but for so long at most: who ends must not wait for a disk that hangs. */
    static <T> void await(Duration most, Callable<T> work) {
        CompletableFuture<T> done = call(work).orTimeout(most.toNanos(), TimeUnit.NANOSECONDS);
        try {
            T unused = done.join();
        } catch (CompletionException late) {
            if (!(late.getCause() instanceof TimeoutException)) {
                throw late.getCause() instanceof RuntimeException cause ? cause : late;
            }
        }
    }

    /** Runs something on the thread bit by bit, letting others pass between the slices of its time. */
    static <T> CompletableFuture<T> inSteps(Stepwise<T> work, long sliceNanos) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        slice(work, sliceNanos, answer);
        return answer;
    }

    private static <T> void slice(Stepwise<T> work, long sliceNanos, CompletableFuture<T> answer) {
        EXECUTOR.execute(() -> {
            try {
                long end = System.nanoTime() + sliceNanos;
                T result = work.step();
                while (result == null && System.nanoTime() < end) {
                    result = work.step();
                }
                if (result == null) {
                    slice(work, sliceNanos, answer);
                } else {
                    answer.complete(result);
                }
            } catch (Throwable failure) {
                answer.completeExceptionally(failure);
            }
        });
    }

    /** Something that may fail. */
    interface Chore {

        /** Does it. */
        void run() throws IOException;
    }

    /** Runs something on the thread later, unless that is cancelled. Nobody waits for it, so that a failure is logged. */
    static Future<?> after(long nanos, Chore chore) {
        Runnable work = () -> {
            try {
                chore.run();
            } catch (Throwable failure) {
                Log.warn("The periodic maintenance of a lock folder failed.", failure);
            }
        };
        return EXECUTOR.schedule(work, nanos, TimeUnit.NANOSECONDS);
    }

    private static ScheduledThreadPoolExecutor executor() {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new SteadyThread(work, "lockkeeper-file");
            current = thread;
            return thread;
        });
        executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }
}
