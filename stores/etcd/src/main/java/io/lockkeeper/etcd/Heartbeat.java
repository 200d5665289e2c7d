package io.lockkeeper.etcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseKeepAliveRequest;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseHeader;
import io.grpc.ManagedChannel;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.etcd.Failures.LeaseGoneException;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens a store's session when it is needed, keeps it while it is, and says when it is over: one at a time.
 *
 * <p>It is kept by a request each third of its time, every one of them a stream of its own that ends with its answer: so
 * none can die unnoticed. One that fails is repeated five times as often, over another connection if this one is silent.
 * A session that nobody has used for its whole length is given back.
 */
final class Heartbeat {

    private final Link link;
    private final Listeners listeners;
    private final Ticker ticker;
    private final Duration ttl;
    private final long interval;
    private final RangeRequest question;
    private volatile Consumer<Session> onKept = session -> {};
    private @Nullable CompletableFuture<Session> current;
    private boolean closed;

    Heartbeat(Link link, Listeners listeners, EtcdSettings settings, Ticker ticker) {
        this.question = Requests.proof(Keys.under(settings.prefix()));
        this.link = link;
        this.listeners = listeners;
        this.ticker = ticker;
        this.ttl = settings.ttl();
        this.interval = ttl.toNanos() / 3;
    }

    /** The session, opened if there is none, which a claim {@linkplain Session#enter enters} and has to leave. */
    CompletableFuture<Session> enter() {
        Session over = session();
        if (over != null && over.left() <= 0) {
            lost(over, LeaseLoss.Reason.EXPIRED); // This process was paused: nobody has noticed yet.
        }
        CompletableFuture<Session> opening;
        synchronized (this) {
            CompletableFuture<Session> known = current;
            if (known != null && known.isDone()) {
                if (!known.isCompletedExceptionally() && known.join().enter()) {
                    return known;
                }
                known = null;
            }
            if (closed) {
                return CompletableFuture.failedFuture(Link.closed());
            }
            opening = known == null ? open() : known;
            current = opening;
        }
        return opening.thenCompose(opened -> opened.enter() ? CompletableFuture.completedFuture(opened) : enter());
    }

    /** The session, if there is one that is not known to be over. */
    synchronized @Nullable Session session() {
        CompletableFuture<Session> known = current;
        return known != null && known.isDone() && !known.isCompletedExceptionally() ? known.join() : null;
    }

    /** Has something done whenever a session was kept. */
    void onKept(Consumer<Session> task) {
        onKept = task;
    }

    /**
     * Has the server prolong the session: true if it certainly did.
     *
     * <p>A leader that was replaced while it stood still answers too, until it notices; but another leader ends the session.
     * So an answer counts only if a read that is sent after it, and that a majority of the members confirms, is of the same
     * term: then the leader of that term, which prolonged the session, was not replaced before. An answer without a term
     * proves nothing.
     *
     * @param proof sends such a read
     */
    CompletableFuture<Boolean> confirm(Session session, Supplier<CompletableFuture<ResponseHeader>> proof) {
        long sent = session.now();
        ManagedChannel asked = link.channel();
        LeaseKeepAliveRequest question =
                LeaseKeepAliveRequest.newBuilder().setID(session.lease()).build();
        return link.askUrgently(LeaseGrpc.getLeaseKeepAliveMethod(), question)
                .thenCompose(answer -> {
                    if (answer.getTTL() <= 0) {
                        lost(session, LeaseLoss.Reason.GONE);
                        return CompletableFuture.completedFuture(false);
                    }
                    return proof.get()
                            .thenApply(read ->
                                    isProven(session, sent, answer.getHeader().getRaftTerm(), read.getRaftTerm()));
                })
                .whenComplete((proven, failure) -> {
                    // Whatever else this member answers, it does not keep the session, or has no majority.
                    if (failure != null) {
                        link.tryAnotherThan(asked);
                    }
                });
    }

    private boolean isProven(Session session, long sent, long kept, long read) {
        boolean proven = kept > 0 && kept == read;
        if (proven) {
            session.confirmed(sent);
            onKept.accept(session);
        }
        return proven;
    }

    /** Takes note that a session is over: who held or waited by it is told, and what comes next has another. */
    void lost(Session session, LeaseLoss.Reason reason) {
        List<Place> places = session.end();
        if (places != null) {
            forget(session);
            places.forEach(place -> place.lost(reason));
            listeners.missed();
            // It may only have been cut off. Whoever waits behind its places need not wait until the server ends it.
            var unused = revoke(session.lease());
        }
    }

    /** Ends a lease on the server; done when it is certain that it is over. */
    CompletableFuture<Void> revoke(long lease) {
        LeaseRevokeRequest question =
                LeaseRevokeRequest.newBuilder().setID(lease).build();
        return link.ask(LeaseGrpc.getLeaseRevokeMethod(), question)
                .<Void>thenApply(done -> null)
                .exceptionallyCompose(failure -> Failures.unwrap(failure) instanceof LeaseGoneException
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(failure));
    }

    /** Opens no more sessions: the one there is, which is over now. */
    @Nullable
    Session close() {
        synchronized (this) {
            closed = true;
        }
        Session last = session();
        return last != null && last.end() != null ? last : null;
    }

    private CompletableFuture<Session> open() {
        long sent = ticker.nanos();
        LeaseGrantRequest question =
                LeaseGrantRequest.newBuilder().setTTL(ttl.toSeconds()).build();
        return link.ask(LeaseGrpc.getLeaseGrantMethod(), question).thenApply(answer -> {
            Session opened = new Session(answer.getID(), Duration.ofSeconds(answer.getTTL()), sent, ticker);
            link.after(interval, () -> beat(opened));
            return opened;
        });
    }

    /** Does what is due for a session, and comes again when more is. */
    private void beat(Session session) {
        long left = session.left();
        if (left <= 0) {
            lost(session, LeaseLoss.Reason.EXPIRED);
        } else if (session.endIfIdle(ttl.toNanos())) {
            forget(session);
            var unused = revoke(session.lease());
        } else if (session() == session) {
            long next = interval - session.unconfirmed();
            link.after(Math.min(next > 0 ? next : interval / 5, left), () -> beat(session));
            if (next <= 0) {
                var unused = confirm(session, this::read); // Whatever becomes of it, it is done again.
            }
        }
    }

    /** Reads next to nothing, with a majority of the members. */
    private CompletableFuture<ResponseHeader> read() {
        return link.askUrgently(KVGrpc.getRangeMethod(), question).thenApply(RangeResponse::getHeader);
    }

    private synchronized void forget(Session session) {
        if (session() == session) {
            current = null;
        }
    }
}
