package io.lockkeeper.engine;

import io.lockkeeper.Candidacy;
import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Holder;
import io.lockkeeper.LeaderWatch;
import io.lockkeeper.LeaderWork;
import io.lockkeeper.LockOptions;
import io.lockkeeper.engine.CandidateState.Leading;
import io.lockkeeper.store.Inspection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The candidates and watches of one client, from which its closing takes its leave. */
final class Elections {

    private final EngineClient client;
    private final Set<Candidate> candidates = ConcurrentHashMap.newKeySet();
    private final Set<LeaderPoll> watches = ConcurrentHashMap.newKeySet();

    Elections(EngineClient client) {
        this.client = client;
    }

    /**
     * The leaders that a client which is being closed waits for.
     *
     * @param names of their elections
     * @param returned completes when their works have returned
     */
    record Leaders(Set<String> names, CompletableFuture<Void> returned) {}

    /** Has a new candidate stand. */
    Candidacy stand(String name, LockOptions options, LeaderWork work) {
        Standing standing = new Standing();
        Campaign campaign = new Campaign(client, name, options, work, threads());
        Candidate candidate = new Candidate(campaign, standing);
        standing.candidate = candidate;
        candidates.add(candidate);
        if (client.closed()) {
            candidate.close();
            throw new ClientClosedException(name);
        }
        try {
            candidate.stand();
        } catch (Throwable noTimer) {
            candidate.close();
            throw noTimer;
        }
        return candidate;
    }

    /** Has its candidate forgotten. */
    private final class Standing implements Runnable {
        private volatile @Nullable Candidate candidate;

        @Override
        public void run() {
            Candidate closed = candidate;
            if (closed != null) {
                candidates.remove(closed);
            }
        }
    }

    /**
     * Platform threads: a work may compute for days, or block where a virtual thread keeps its carrier, of which there are few. Its classes
     * are found as by who stands, not as by the store's thread that brings the grant.
     */
    private static ThreadFactory threads() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return work -> {
            Thread thread = new Thread(null, work, "lockkeeper-leader", 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }

    /** Begins a watch. */
    LeaderWatch watch(String name, Consumer<Optional<Holder>> listener) {
        Inspection store = client.context()
                .ifCapable(Inspection.class, Optional::of, Optional.<Inspection>empty())
                .orElseThrow(client::cannotTell);
        LeaderPoll watch = new LeaderPoll(client.context(), store, name, listener, watches::remove);
        watches.add(watch);
        if (client.closed()) {
            watch.stop();
            throw new ClientClosedException(name);
        }
        try {
            watch.start();
        } catch (Throwable noTimer) {
            watch.stop();
            throw noTimer;
        }
        return watch;
    }

    /** Whether the calling thread does a leader's work. */
    boolean isLeader() {
        return candidates.stream().anyMatch(Candidate::isOwn);
    }

    /** The client closes: nobody stands or watches any more, and leaders are interrupted. */
    Leaders close() {
        watches.forEach(LeaderPoll::stop);
        Set<String> names = new HashSet<>();
        CompletableFuture<Void> returned = CompletableFuture.completedFuture(null);
        for (Candidate candidate : candidates) {
            Leading leading = candidate.closeWithClient();
            if (leading != null) {
                names.add(leading.term().name());
                returned = CompletableFuture.allOf(returned, leading.over());
            }
        }
        return new Leaders(names, returned);
    }
}
