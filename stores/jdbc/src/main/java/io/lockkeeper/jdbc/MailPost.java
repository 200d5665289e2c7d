package io.lockkeeper.jdbc;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks into the table of mail: often while somebody has just begun to wait, less often the longer it lasts, seldom for
 * those who only hold, and never for anyone else. One thread, for all clients of the store.
 */
final class MailPost implements Post, Runnable {

    private static final long OLD_MAIL_PAUSE = 600_000_000_000L;
    private static final long PAUSE_AFTER_FAILURE = 100_000_000;

    private final Mailbox mailbox;
    private final ScheduledExecutorService timer;
    private final Map<String, Subscriber> subscribers = new ConcurrentHashMap<>();
    private volatile @Nullable Thread thread;
    private long swept = System.nanoTime() - OLD_MAIL_PAUSE;
    private boolean started;
    private volatile boolean closed;

    MailPost(PostOffice office) {
        this.mailbox = new Mailbox(office.connections(), office.sql());
        this.timer = office.timer();
    }

    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        subscribers.putIfAbsent(client, new Subscriber(signals, timer));
        start();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void waits(Claim claim) {
        Subscriber subscriber = subscribers.get(claim.id().client());
        if (subscriber != null && subscriber.waits(claim)) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void holds(Grant grant) {
        Subscriber subscriber = subscribers.get(grant.claim().client());
        if (subscriber != null && subscriber.holds(grant)) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void renewed(Grant grant, Grant before) {
        Subscriber subscriber = subscribers.get(grant.claim().client());
        if (subscriber != null && subscriber.renewed(grant, before)) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void forget(ClaimId claim, String name) {
        Subscriber subscriber = subscribers.get(claim.client());
        if (subscriber != null) {
            subscriber.forget(claim, name);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private synchronized void start() {
        if (!started && !closed) {
            Workers.daemon(this, "lockkeeper-jdbc-mail").start();
            started = true;
        }
    }

    @Override
    public void run() {
        thread = Thread.currentThread(); // What changes before this is seen by the first look.
        while (!closed) {
            try {
                pause(look());
            } catch (RuntimeException | Error failure) { // As for want of memory. What was not read stays.
                Log.unhandled(failure);
                LockSupport.parkNanos(this, PAUSE_AFTER_FAILURE);
            }
        }
    }

    /** Looks once for each client that may be told something. Returns how long to wait until the next look. */
    private long look() {
        long pause = Long.MAX_VALUE;
        for (Map.Entry<String, Subscriber> entry : subscribers.entrySet()) {
            Subscriber subscriber = entry.getValue();
            if (subscriber.pause() != Long.MAX_VALUE) {
                boolean more = mailbox.read(entry.getKey(), text -> !closed && tryDeliver(text, subscriber));
                pause = Math.min(pause, more ? 0 : subscriber.pause());
            }
        }
        if (System.nanoTime() - swept >= OLD_MAIL_PAUSE && pause != Long.MAX_VALUE) {
            swept = System.nanoTime();
            mailbox.sweep();
        }
        return pause;
    }

    /** Where one fails, as for want of memory, the client asks the database: others' messages must not wait for it. */
    private boolean tryDeliver(String text, Subscriber subscriber) {
        try {
            Message.deliver(text, subscriber);
            return true;
        } catch (RuntimeException | Error failure) {
            return closed || tellMissed(subscriber, failure);
        }
    }

    private static boolean tellMissed(Subscriber subscriber, Throwable failure) {
        try {
            Log.unhandled(failure);
            subscriber.missed();
            return true;
        } catch (RuntimeException | Error again) {
            return false; // The message stays, and is read with the next.
        }
    }

    /** Up to a quarter more or less, so that clients do not ask in step. */
    private void pause(long nanos) {
        if (closed || nanos == 0) {
            return;
        }
        if (nanos == Long.MAX_VALUE) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(
                    this, nanos * 3 / 4 + ThreadLocalRandom.current().nextLong(nanos / 2));
        }
    }
}
