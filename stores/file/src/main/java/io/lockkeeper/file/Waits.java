package io.lockkeeper.file;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.GrantPush.Signals;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The claims of this JVM that wait, and the looks at their locks, after which it is said to them that the lock may be free.
 *
 * <p>Beside each name's byte lies another, of which one waiting process is the owner: it is next in line. The others wait in
 * the kernel to be it, and the next in line waits there for the lock, so one process is woken at a time. It does so once
 * it has seen one holder twice: a lock that is taken and released again and again would wake it in vain each time. Until
 * then, and where the kernel cannot be waited in, it looks again and again: at first every few milliseconds, then less often,
 * and the less often the more locks are waited for. All looks that are due are made together. Belongs to the {@link IoThread}.
 */
final class Waits {

    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_OF_NEXT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(25);
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long SHARE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long TOGETHER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long AFTER_FAILURE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Besides what the kernel tells: while the next in line is stopped, the others are to see that the lock is free. */
    private static final long BESIDE_KERNEL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long BESIDE_KERNEL_AS_NEXT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Folder folder;
    private final Map<String, Wait> waits = new HashMap<>();
    private final Alarm looks = new Alarm(this::lookAtAll);
    private final KernelWaits kernel = new KernelWaits(this::kernelTells);

    Waits(Folder folder) {
        this.folder = folder;
    }

    /** Who waits with a claim. */
    record Waiter(FileStore owner, Signals signals) {}

    /** The wait for one lock. */
    private static final class Wait {
        private final LockName name;
        private final Map<ClaimId, Waiter> claims = new LinkedHashMap<>();
        private @Nullable FileLock next;
        private boolean wasFree;
        private long began = System.nanoTime();
        private long due = began;
        private long notBefore = began;
        private long notInKernelBefore = began;
        private long lastToken;

        private Wait(LockName name) {
            this.name = name;
        }

        private boolean isNext() {
            return next != null && next.isValid();
        }

        private void becomeNext(@Nullable FileLock byteOfNext) {
            next = byteOfNext;
            began = System.nanoTime();
            lastToken = 0;
        }

        private void dropNext() throws IOException {
            if (next != null && isNext()) {
                next.release();
            }
            next = null;
        }
    }

    /** Has a claim wait, if it does not yet; who waits is not told for a while that the lock may be free. */
    void join(Claim claim, Waiter waiter, Duration notFor) {
        Wait wait = waits.computeIfAbsent(claim.name(), name -> new Wait(LockName.of(name)));
        wait.claims.putIfAbsent(claim.id(), waiter);
        wait.notBefore = System.nanoTime() + Math.min(TimeUnit.NANOSECONDS.convert(notFor), LONG_NANOS);
        wait.due = System.nanoTime() + FIRST_NANOS;
        looks.within(FIRST_NANOS);
    }

    /** Ends the wait of a claim. */
    void leave(String name, ClaimId claim) throws IOException {
        Wait wait = waits.get(name);
        if (wait != null && wait.claims.remove(claim) != null && wait.claims.isEmpty()) {
            waits.remove(name);
            wait.dropNext();
        }
    }

    /** Ends the waits of a store. */
    void leave(FileStore owner) throws IOException {
        for (Wait wait : List.copyOf(waits.values())) {
            wait.claims.values().removeIf(waiter -> waiter.owner == owner);
            if (wait.claims.isEmpty()) {
                waits.remove(wait.name.name());
                wait.dropNext();
            }
        }
    }

    /** Takes note that this process let go of a lock. */
    void released(String name) {
        Wait wait = waits.get(name);
        if (wait != null) {
            wait.due = System.nanoTime();
            wait.notBefore = wait.due;
            looks.within(0);
        }
    }

    /** Whether this process is next in line for a lock, and with whose claim; null if it is not. */
    @Nullable
    ClaimId next(String name) {
        Wait wait = waits.get(name);
        return wait == null || !wait.isNext()
                ? null
                : wait.claims.keySet().iterator().next();
    }

    /** Whether a thread waits for a lock to be free, so that this process cannot lock it until that has ended. */
    boolean isInKernel(LockFile file, LockName name) {
        return kernel.isForFree(file, name);
    }

    /** Looks no more, once nobody waits. */
    void close() {
        looks.cancel();
    }

    private void lookAtAll() {
        long now = System.nanoTime();
        try {
            for (Wait wait : List.copyOf(waits.values())) {
                if (wait.due - now < TOGETHER_NANOS) {
                    wait.due = now + AFTER_FAILURE_NANOS;
                    look(wait, now);
                }
            }
        } finally {
            lookAgain();
        }
    }

    private void lookAgain() {
        long now = System.nanoTime();
        long first = Long.MAX_VALUE;
        for (Wait wait : waits.values()) {
            first = Math.min(first, wait.due - now);
        }
        if (!waits.isEmpty()) {
            looks.within(first);
        }
    }

    private void look(Wait wait, long now) {
        try {
            LockFile file = folder.lockFiles().of(wait.name);
            if (!wait.isNext()) {
                FileLock next = file.tryLock(wait.name.offsetOfNext());
                if (next != null) {
                    wait.becomeNext(next);
                }
            }
            boolean mayBeFree = now - wait.notBefore >= 0 && folder.held(wait.name.name()) == null;
            boolean isFree = mayBeFree && !file.isLocked(wait.name.offset());
            if (isFree && (wait.isNext() || wait.wasFree)) {
                wait.claims.values().forEach(waiter -> waiter.signals.free(wait.name.name()));
            }
            boolean looksAgain = isFree && !wait.wasFree; // The next in line may be stopped.
            wait.wasFree = isFree;
            boolean sleeps = mayBeFree && !isFree && waitsInKernel(wait, file, now);
            wait.due = now + (looksAgain ? FIRST_NANOS : sleeps ? besideKernel(wait) : interval(wait));
        } catch (IOException unusable) {
            // The claims are sent again after some time, and their answers give the reason.
        }
    }

    private boolean waitsInKernel(Wait wait, LockFile file, long now) throws IOException {
        if (now - wait.notInKernelBefore < 0 || !kernel.hasRoom()) {
            return false;
        }
        if (!wait.isNext()) {
            return kernel.untilNext(file, wait.name);
        }
        LockRecord lock = folder.data().glance(wait.name);
        long before = wait.lastToken;
        wait.lastToken = lock == null ? 0 : lock.last();
        return lock != null && lock.held() && before == lock.last() && kernel.untilFree(file, wait.name);
    }

    private void kernelTells(LockName name, @Nullable FileLock next, boolean failed) throws IOException {
        Wait wait = waits.get(name.name());
        if (next != null && next.isValid()) {
            if (wait == null) {
                next.release();
            } else {
                wait.becomeNext(next);
            }
        }
        if (wait != null) {
            wait.due = System.nanoTime();
            if (failed) {
                wait.notInKernelBefore = wait.due + AFTER_FAILURE_NANOS;
            }
            looks.within(0);
        }
    }

    private static long besideKernel(Wait wait) {
        return wait.isNext() ? BESIDE_KERNEL_AS_NEXT_NANOS : BESIDE_KERNEL_NANOS;
    }

    private long interval(Wait wait) {
        long age = System.nanoTime() - wait.began;
        long longest = wait.isNext() ? LONGEST_OF_NEXT_NANOS : LONGEST_NANOS;
        long interval = Math.min(age > LONG_NANOS ? 2 * longest : longest, FIRST_NANOS + age / 16);
        return Math.max(interval, waits.size() * SHARE_NANOS);
    }
}
