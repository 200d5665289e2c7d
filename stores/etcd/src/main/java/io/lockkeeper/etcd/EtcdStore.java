package io.lockkeeper.etcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.lockkeeper.Guarantees;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.sessions.SessionGuarantees;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Diagnosis;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.RecallPush;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.time.SystemTicker;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store over etcd, 3.4 or later: one server or a cluster.
 *
 * <p>Safe for use by many threads; starts one of its own beside gRPC's.
 */
public final class EtcdStore implements Store, Sessions, RecallPush, Exchange, Catalogue, Revocation {

    private static final Guarantees GUARANTEES = SessionGuarantees.of("etcd");

    private final Link link;
    private final Timers timers = new Timers();
    private final Listeners listeners = new Listeners();
    private final Keys keys;
    private final Requests requests;
    private final Slots slots;
    private final Heartbeat heartbeat;
    private final Claims claims;
    private final Deletions deletions;
    private final Orphans orphans;
    private final Renewals renewals;
    private final Withdrawals withdrawals;
    private final Catalogue catalogue;
    private final Recalls recalls;
    private final Duration longest;

    private EtcdStore(EtcdSettings settings) {
        keys = Keys.under(settings.prefix());
        requests = new Requests(keys);
        link = new Link(settings, new Failures(settings.where(), keys), timers);
        heartbeat = new Heartbeat(link, listeners, settings, SystemTicker.shared());
        slots = new Slots(keys);
        Notifications notifications = new Notifications(new Watches(link), new Patrol(timers, listeners), listeners);
        Line line = new Line(link, notifications, heartbeat, requests, slots);
        longest = Session.longest(settings.ttl());
        claims = new Claims(line, settings.ttl());
        renewals = new Renewals(line, longest);
        deletions = new Deletions(link, slots, requests);
        orphans = new Orphans(link, heartbeat, slots);
        withdrawals = new Withdrawals(link, slots, deletions, requests, SystemTicker.shared());
        catalogue = new EtcdCatalogue(link, keys, requests);
        recalls = new Recalls(line, keys, SystemTicker.shared());
    }

    /**
     * Connects to the servers that a URL names.
     *
     * @param address {@code etcd://[user:password@]host[:port],host[:port]…} or {@code etcds://…}, with the parameters
     *     {@code prefix}, {@code timeout} and {@code ttl}, and for TLS {@code cacert}, {@code cert} and {@code key} (PEM
     *     files)
     * @return the store, to be closed by the caller
     * @throws IllegalArgumentException if the address is malformed
     * @throws io.lockkeeper.StoreUnavailableException if none of the servers can be reached, or they have no leader
     * @throws IllegalStateException if they refuse the user
     */
    public static EtcdStore connect(StoreAddress address) {
        EtcdSettings settings = EtcdAddress.parse(address);
        EtcdStore store = new EtcdStore(settings);
        try {
            store.check(settings.endpoints().size());
            return store;
        } catch (StoreUnavailableException failure) {
            store.shutDown();
            throw explained(settings, failure);
        } catch (RuntimeException failure) {
            store.shutDown();
            throw failure;
        }
    }

    private static StoreUnavailableException explained(EtcdSettings settings, StoreUnavailableException failure) {
        List<Diagnosis.Server> servers = settings.endpoints().stream()
                .map(endpoint -> new Diagnosis.Server(endpoint.host(), endpoint.port()))
                .toList();
        return new Diagnosis("etcd", "etcd", "etcds", settings.tls().isPresent())
                .explain("etcd at " + settings.where(), servers, failure);
    }

    @Override
    public Guarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public Duration longestLease() {
        return longest;
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        return claims.claim(claim);
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> due) {
        return link.isClosed() ? CompletableFuture.failedFuture(Link.closed()) : renewals.renew(due);
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        leave(grant.claim());
        return orphans.pursue(grant.claim(), () -> deletions.delete(grant)).thenApply(EtcdStore::released);
    }

    @Override
    public CompletionStage<Exchanged> exchange(Grant grant, Claim next) {
        Exchange.requireSameName(grant, next);
        Slot slot = slots.find(grant.claim());
        if (slot != null) {
            return claims.exchange(slot, grant, next, (held, outcome) -> new Exchanged(released(held), outcome))
                    .whenComplete((both, failure) -> orphans.failedForNow(grant.claim(), failure));
        }
        return release(grant)
                .thenCompose(release -> claims.claim(next).thenApply(outcome -> new Exchanged(release, outcome)));
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        leave(claim.id());
        // An answer to the claim that was still under way has been given by then.
        return orphans.pursue(claim.id(), () -> withdrawals.withdraw(claim, outcomeUnknown))
                .whenComplete((done, failure) -> leave(claim.id()));
    }

    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        listeners.add(client, signals);
        // A watch begins where the answer before it ended: nothing has to be open yet so that nothing is missed.
        return link.isClosed()
                ? CompletableFuture.failedFuture(Link.closed())
                : CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Optional<Holder>> revoke(String name, @Nullable Holding only) {
        return deletions.revoke(name, only);
    }

    @Override
    public CompletionStage<List<LockStatus>> list(String prefix, int limit) {
        return catalogue.list(prefix, limit);
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return catalogue.inspect(name);
    }

    @Override
    public CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return recalls.recall(name, only);
    }

    @Override
    public CompletionStage<Boolean> isRecalled(Grant grant) {
        return recalls.isRecalled(grant);
    }

    /** Ends the session, and with it every place: whoever waits behind one need not wait for its end. */
    @Override
    public void close() {
        if (link.isClosed()) {
            return;
        }
        link.refuseMore();
        listeners.close();
        Session last = heartbeat.close();
        if (last == null) {
            shutDown();
        } else {
            link.closeAfter(
                    LeaseGrpc.getLeaseRevokeMethod(),
                    LeaseRevokeRequest.newBuilder().setID(last.lease()).build(),
                    timers::close);
        }
    }

    /** The lease of the session, or 0 if there is none. */
    long lease() {
        Session session = heartbeat.session();
        return session == null ? 0 : session.lease();
    }

    private void leave(ClaimId claim) {
        Session session = heartbeat.session();
        Place place = session == null ? null : session.remove(claim);
        if (place != null) {
            place.leave();
        }
    }

    /** Whether there are servers, which have a leader and let this user in; each of them is asked at most once. */
    private void check(int members) {
        for (int attempt = 1; ; attempt++) {
            try {
                link.ask(KVGrpc.getRangeMethod(), Requests.any(keys)).join();
                return;
            } catch (CompletionException failed) {
                Throwable cause = Failures.unwrap(failed);
                boolean passing = cause instanceof StoreUnavailableException;
                if (!passing || attempt == members) {
                    throw cause instanceof RuntimeException known ? known : failed;
                }
            }
        }
    }

    private void shutDown() {
        link.close();
        timers.close();
    }

    private static ReleaseOutcome released(boolean held) {
        return held ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotHeld();
    }
}
