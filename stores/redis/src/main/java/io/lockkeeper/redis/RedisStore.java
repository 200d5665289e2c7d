package io.lockkeeper.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.resource.ClientResources;
import io.lockkeeper.Guarantees;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.BlockingCalls;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.RecallPush;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store over one Redis node, 6.2 or later. Each call is one script: one request, one atomic step.
 *
 * <p>Safe for use by many threads; starts none but Lettuce's, and one for a moment where a connection is opened.
 */
public final class RedisStore
        implements Store, AdjustableLease, BlockingCalls, RecallPush, Exchange, Catalogue, Revocation {

    /** When to ask again for a lock whose key is not understood. */
    private static final Duration WHILE_FOREIGN = Duration.ofSeconds(1);

    private final Log log;
    private final Link link;
    private final Optional<Sockets> sockets;
    private final Duration longestCall;
    private final Scripts scripts;
    private final Secrets secrets;
    private final Rechecks rechecks;
    private final Subscription subscription;
    private final Catalogue catalogue;
    private final Renewals renewals;
    private final Recalls recalls;
    private final RedisStore blocking;

    private RedisStore(RedisURI uri, RedisSettings settings, Optional<ClientResources> resolving) {
        log = new Log();
        Keys keys = Keys.under(settings.prefix());
        Optional<Plug> plug = Plug.to(uri, settings); // It may find fault with the settings: before anything is open.
        if (uri.isSsl() && uri.getVerifyMode() == SslVerifyMode.NONE) {
            log.warn("The Redis server at " + uri.getHost() + ":" + uri.getPort()
                    + " is not verified (verify=none): an"
                    + " attacker in the middle can read the password and answer in the server's place.");
        }
        link = new Link(uri, settings, resolving, new Failures(uri.getHost() + ":" + uri.getPort(), keys), log);
        Courier pipeline = new Pipeline(link);
        sockets = plug.filter(any -> settings.sockets() > 0 && resolving.isEmpty()) // Sockets find hosts by Java only.
                .map(found -> new Sockets(link, found, pipeline, settings.sockets(), Sockets.LONGEST_IDLE));
        sockets.ifPresent(open -> link.onLoss(open::closeIdle));
        longestCall = settings.timing()
                .timeout()
                .plus(settings.timing().timeout()); // For a digest that is not known, and for the script.
        scripts = new Scripts(pipeline, keys, settings);
        secrets = new Secrets(System::nanoTime);
        rechecks = new Rechecks(link::after);
        subscription = new Subscription(link, keys, new Messages(keys, secrets, rechecks, log));
        link.onSilence(subscription::prove);
        catalogue = new RedisCatalogue(link, keys, scripts);
        renewals = new Renewals(keys, scripts, log);
        recalls = new Recalls(keys, scripts);
        blocking = new RedisStore(
                this, new Scripts(sockets.map(Courier.class::cast).orElse(pipeline), keys, settings));
    }

    /** The same store by other couriers. */
    private RedisStore(RedisStore same, Scripts scripts) {
        this.scripts = scripts;
        log = same.log;
        link = same.link;
        sockets = same.sockets;
        longestCall = same.longestCall;
        secrets = same.secrets;
        rechecks = same.rechecks;
        subscription = same.subscription;
        catalogue = same.catalogue;
        renewals = same.renewals;
        recalls = same.recalls;
        blocking = this;
    }

    /**
     * Connects to the server that a URL names.
     *
     * @param address {@code redis://[user:password@]host[:port][/db]} or {@code rediss://…}, with the parameters
     *     {@code prefix}, {@code timeout}, {@code claim-time}, {@code retention} and {@code sockets}, and for TLS
     *     {@code verify} (full, ca or none) and {@code cacert} (a PEM file)
     * @return the store, to be closed by the caller
     * @throws IllegalArgumentException if the address is malformed
     * @throws io.lockkeeper.StoreUnavailableException if the server can't be reached
     * @throws IllegalStateException if the server refuses the user
     */
    public static RedisStore connect(StoreAddress address) {
        RedisAddress parsed = RedisAddress.parse(address);
        return connect(parsed.uri(), parsed.settings());
    }

    /**
     * Connects to a server.
     *
     * @param uri where it is and how to log in; its timeout and names are not used
     * @param settings all else
     * @return the store, to be closed by the caller
     * @throws io.lockkeeper.StoreUnavailableException if the server can't be reached
     * @throws IllegalStateException if the server refuses the user
     */
    public static RedisStore connect(RedisURI uri, RedisSettings settings) {
        return new RedisStore(uri, settings, Optional.empty());
    }

    /**
     * Connects to a server whose address is found as a program's own Lettuce clients find it. Callers then have no sockets of their
     * own: all requests go through one connection.
     *
     * @param uri where it is and how to log in; its timeout and names are not used
     * @param settings all else
     * @param resolving its resolvers of addresses are used, and nothing else of it; it must not be shut down before the store is closed
     * @return the store, to be closed by the caller
     * @throws io.lockkeeper.StoreUnavailableException if the server can't be reached
     * @throws IllegalStateException if the server refuses the user
     */
    public static RedisStore connect(RedisURI uri, RedisSettings settings, ClientResources resolving) {
        return new RedisStore(uri, settings, Optional.of(resolving));
    }

    @Override
    public Guarantees guarantees() {
        return OneNode.GUARANTEES;
    }

    @Override
    public Store blocking() {
        return blocking;
    }

    @Override
    public Duration longestCall() {
        return longestCall;
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        secrets.keep(claim);
        CompletionStage<List<?>> reply =
                scripts.onLock(Script.CLAIM, ScriptOutputType.MULTI, claim.name(), Scripts.arguments(claim));
        return reply.thenApply(outcome -> understood(claim, outcome))
                .exceptionallyCompose(failure -> heldIfForeign(claim.id(), failure));
    }

    /** A lock in a format of another release is somebody's. */
    private CompletionStage<ClaimOutcome> heldIfForeign(ClaimId claim, Throwable failure) {
        Throwable cause = Failures.unwrap(failure);
        if (!(cause instanceof StoreUnavailableException)) {
            secrets.forget(claim);
        }
        if (!Failures.isForeign(cause)) {
            return CompletableFuture.failedFuture(cause);
        }
        log.warn(String.valueOf(cause.getMessage()));
        return CompletableFuture.completedFuture(new ClaimOutcome.Busy(null, WHILE_FOREIGN));
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> due) {
        return renewals.renew(due).thenApply(outcome -> {
            outcome.lost().forEach(secrets::forget);
            return outcome;
        });
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        secrets.forget(grant.claim());
        CompletionStage<Long> reply = scripts.onLock(
                Script.RELEASE,
                ScriptOutputType.INTEGER,
                grant.name(),
                List.of(grant.claim().toString()));
        return reply.thenApply(RedisStore::released);
    }

    @Override
    public CompletionStage<Boolean> setLease(Grant grant, Duration lease) {
        List<String> arguments = List.of(grant.claim().toString(), Durations.micros(lease));
        CompletionStage<Long> reply = scripts.onLock(Script.ADJUST, ScriptOutputType.INTEGER, grant.name(), arguments);
        return reply.thenApply(adjusted -> adjusted == 1);
    }

    @Override
    public CompletionStage<Exchanged> exchange(Grant grant, Claim next) {
        Exchange.requireSameName(grant, next);
        secrets.forget(grant.claim());
        secrets.keep(next);
        List<String> arguments = new ArrayList<>(Scripts.arguments(next));
        arguments.add(grant.claim().toString());
        CompletionStage<List<?>> reply =
                scripts.onLock(Script.EXCHANGE, ScriptOutputType.MULTI, grant.name(), arguments);
        return reply.thenApply(both ->
                new Exchanged(released(Replies.number(both, 0)), understood(next, both.subList(1, both.size()))));
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        List<String> arguments = new ArrayList<>(Scripts.arguments(claim));
        arguments.add(outcomeUnknown ? "1" : "0");
        CompletionStage<Long> reply =
                scripts.onLock(Script.WITHDRAW, ScriptOutputType.INTEGER, claim.name(), arguments);
        return reply.thenAccept(done -> secrets.forget(claim.id()));
    }

    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        return subscription.listen(client, signals);
    }

    @Override
    public CompletionStage<Optional<Holder>> revoke(String name, @Nullable Holding only) {
        String token = only == null ? "" : Long.toString(only.token());
        CompletionStage<String> reply = scripts.onLock(Script.REVOKE, ScriptOutputType.VALUE, name, List.of(token));
        return reply.thenApply(holder -> Optional.ofNullable(holder).map(Holders::decode));
    }

    @Override
    public CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return recalls.recall(name, only);
    }

    @Override
    public CompletionStage<Boolean> isRecalled(Grant grant) {
        return recalls.isRecalled(grant);
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
    public void close() {
        link.close();
        sockets.ifPresent(Sockets::closeIdle);
    }

    /** What it told the log. */
    Set<String> warnings() {
        return log.said();
    }

    private ClaimOutcome understood(Claim claim, List<?> reply) {
        ClaimOutcome outcome = Replies.claim(claim, reply);
        if (outcome instanceof ClaimOutcome.Granted) {
            rechecks.cancel(claim.name());
        } else if (outcome instanceof ClaimOutcome.Queued) {
            subscription.proveNowAndThen();
        } else {
            secrets.forget(claim.id());
        }
        return outcome;
    }

    private static ReleaseOutcome released(long reply) {
        return reply == 1 ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotHeld();
    }
}
