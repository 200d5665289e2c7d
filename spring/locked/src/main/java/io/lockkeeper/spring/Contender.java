package io.lockkeeper.spring;

import io.lockkeeper.Candidacy;
import io.lockkeeper.LeaderWork;
import io.lockkeeper.LockClient;
import io.lockkeeper.Term;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for one election. The engine's thread of a term only waits for its end: listeners are told on a thread of their own, one
 * piece of news after the other, so that a listener that blocks holds up nothing but the news that follow. Subscribers that are
 * cancelled are told on other threads.
 */
final class Contender implements LeaderWork {

    private static final Logger LOG = LoggerFactory.getLogger(OnlyLeader.class);

    /** Both together are more than a candidacy waits for when it is closed, which is five seconds. */
    private static final Duration FOR_CALLS = Duration.ofSeconds(3);

    private static final Duration FOR_LISTENERS = Duration.ofSeconds(4);

    private static final int MOST_SUBSCRIBERS = 64;

    private final String name;
    private final LeadershipListeners listeners;
    private final ThreadPoolExecutor news;
    private final ThreadPoolExecutor subscribers;
    private volatile @Nullable Thread telling;
    private volatile @Nullable Lead lead;
    private volatile boolean closed;
    private @Nullable Candidacy candidacy;

    Contender(String name, LeadershipListeners listeners) {
        this.name = name;
        this.listeners = listeners;
        this.news = LeaderThreads.of("lockkeeper-leader-" + name, 1, listeners.classLoader());
        this.subscribers = LeaderThreads.of("lockkeeper-subscriber-" + name, MOST_SUBSCRIBERS, listeners.classLoader());
    }

    void stand(LockClient client) {
        candidacy = client.election(name).stand(this);
    }

    /** The lead that this process has or had last. */
    @Nullable
    Lead lead() {
        return lead;
    }

    Optional<Term> term() {
        Lead now = lead;
        return now != null && now.isOpen() ? Optional.of(now.term()) : Optional.empty();
    }

    @Override
    public void lead(Term term) {
        news.allowCoreThreadTimeOut(false);
        boolean unused =
                news.prestartCoreThread(); // Who is told of the lead is told of its end: for that, no thread may be
        // missing.
        try {
            lead(new Lead(term, this::tellSubscriber), term);
        } finally {
            news.allowCoreThreadTimeOut(true);
        }
    }

    private void lead(Lead now, Term term) {
        lead = now;
        if (closed) {
            now.end();
        }
        term.onLost(loss -> now.end()); // At once, whatever the thread of this call waits for.
        Future<?> granted = news.submit(() -> grant(now));
        now.awaitEnd();
        now.end();
        boolean byListener = now.isEndedByListener();
        if (!byListener) {
            now.interruptGrant(granted);
        }
        if (!now.awaitCalls(FOR_CALLS)) {
            LOG.warn("An @OnlyLeader method of '{}' runs on though this process does not lead any more.", name);
        }
        if (!byListener) {
            news.execute(() -> revoke(now));
        }
        if (!now.awaitRevoked(FOR_LISTENERS)) {
            LOG.warn("A listener does not return that was told that this process does not lead '{}' any more.", name);
        }
    }

    private void grant(Lead now) {
        if (now.claimGrant()) {
            tell(new LeadershipGranted(name, now.term()), now);
        }
    }

    private void revoke(Lead now) {
        if (now.claimRevocation()) {
            boolean interrupted = Thread.interrupted(); // Who was told of the grant, and closes the context.
            tell(new LeadershipRevoked(name, now.term(), now.loss()), now);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        now.revoked();
    }

    /** Whatever a subscriber does when it is cancelled: the others are, too, and the term ends. */
    private void tellSubscriber(Runnable end) {
        Runnable step = () -> {
            try {
                end.run();
            } catch (Throwable failure) {
                LOG.error("A subscriber failed when it was told that this process does not lead '{}'.", name, failure);
            }
        };
        try {
            subscribers.execute(step);
        } catch (Throwable noThread) { // No memory for one, say.
            step.run();
        }
    }

    private void tell(Object event, Lead now) {
        Thread before = telling;
        telling = Thread.currentThread();
        try {
            listeners.tell(event, () -> event instanceof LeadershipRevoked || now.isOpen());
        } finally {
            telling = before;
        }
    }

    /** A lead that begins from now on ends at once; that which a listener is told of ends without an interrupt for it. */
    void beginClose() {
        closed = true;
        Lead now = lead;
        if (now != null && isTelling()) {
            now.endByListener();
        }
    }

    /** Completes when the lock is released, after five seconds at most. */
    CompletableFuture<Void> closeAsync() {
        Candidacy standing = candidacy;
        return standing == null
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.runAsync(standing::close, this::startOrRun);
    }

    private void startOrRun(Runnable close) {
        try {
            new Thread(close, "lockkeeper-leader-close-" + name).start();
        } catch (Throwable noThread) { // No memory for one, say. The lock must be released all the same.
            close.run();
        }
    }

    /** If a listener closes it: the others are told on its thread, which is where they would be told else. */
    void tellAsListener() {
        Lead now = lead;
        if (now != null && isTelling()) {
            boolean unused = now.awaitCalls(FOR_CALLS);
            revoke(now);
        }
    }

    private boolean isTelling() {
        return telling == Thread.currentThread();
    }
}
