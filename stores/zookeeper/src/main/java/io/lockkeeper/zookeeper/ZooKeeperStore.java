package io.lockkeeper.zookeeper;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Guarantees;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockStatus;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.sessions.SessionGuarantees;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Engine;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * A store over one ZooKeeper ensemble or server, 3.6 or later. All its locks hang on one session.
 *
 * <p>Safe for use by many threads; starts those of ZooKeeper's client and of Curator, and one that watches the session.
 */
public final class ZooKeeperStore implements Store, Sessions, RecallPush, Exchange, Catalogue, Revocation {

    private static final Guarantees GUARANTEES = SessionGuarantees.of("ZooKeeper");
    private static final Duration TO_CONNECT = Duration.ofSeconds(10);

    private final Failures failures;
    private final Recipe recipe;
    private final Connection connection;
    private final Claims claims;
    private final Upkeep upkeep;
    private final NodeCatalogue catalogue;
    private final Listeners listeners = new Listeners();
    private final Window window = new Window();

    private ZooKeeperStore(SessionSource source, Layout layout, List<ACL> acl, Failures failures, Duration patience) {
        this.failures = failures;
        recipe = Recipe.of(layout, acl, listeners, failures);
        upkeep = new Upkeep(recipe, listeners);
        connection = new Connection(source, failures, upkeep, patience, SystemTicker.shared());
        claims = new Claims(connection, recipe);
        catalogue = new NodeCatalogue(connection, recipe.layout(), new Window());
    }

    /**
     * Connects to the servers that a URL names.
     *
     * @param address {@code zk://[user:password@]host[:port],host[:port]…[/path]}, or {@code zks://} for TLS, with the parameters
     *     {@code session} (how long the servers let a silent client keep its locks; 30s), {@code timeout} (for the first connection, and at
     *     most for an answer before another server is tried; 10s) and {@code acl} (open, creator, or a list such as
     *     {@code sasl:ann:cdrwa,world:anyone:r}; creator with a login, else open); for TLS also {@code cacert} (a PEM file with the certificates
     *     of those who may sign the servers'; those that the JVM knows) and {@code cert} (a PEM file with the client's certificate and its
     *     private key)
     * @return the store, to be closed by the caller
     * @throws IllegalArgumentException if the address is malformed
     * @throws io.lockkeeper.StoreUnavailableException if no server can be reached
     * @throws IllegalStateException if the login fails
     */
    public static ZooKeeperStore connect(StoreAddress address) {
        return connect(ZooKeeperAddress.parse(address));
    }

    /**
     * Connects to servers.
     *
     * @param settings where they are, and all else
     * @return the store, to be closed by the caller
     * @throws io.lockkeeper.StoreUnavailableException if no server can be reached
     * @throws IllegalStateException if the login fails
     */
    public static ZooKeeperStore connect(ZooKeeperSettings settings) {
        ZooKeeperStore store = new ZooKeeperStore(
                new OwnSessions(settings),
                new Layout(settings.path()),
                settings.access().acl(),
                new Failures(settings.servers()),
                settings.times().timeout());
        store.connection.open(settings.times().session(), settings.times().timeout());
        if (settings.access().isOpenByDefault()) {
            warnThatNodesAreOpen(settings.servers());
        }
        return store;
    }

    private static void warnThatNodesAreOpen(String servers) {
        Log.get()
                .warn(
                        "Everyone who can connect to ZooKeeper at {} can take and remove locks, because their nodes"
                                + " are open to everyone. Log in, for example with user:password@ in the address, or set"
                                + " acl=open if this is intended.",
                        servers);
    }

    /**
     * A client of locks over a framework that the program has: its connection, its login and its session. The locks are kept in its
     * namespace, open to everyone.
     *
     * @param framework started, and connected within ten seconds; not closed with the client. If it has a namespace, it was built with it:
     *     a framework that {@code usingNamespace} returns can't be listened to
     * @return the client
     * @throws io.lockkeeper.StoreUnavailableException if it does not connect
     * @throws UnsupportedOperationException if {@code usingNamespace} returned it
     */
    public static LockClient client(CuratorFramework framework) {
        warnThatNodesAreOpen(framework.getZookeeperClient().getCurrentConnectionString());
        return client(framework, "", ZooDefs.Ids.OPEN_ACL_UNSAFE, ClientOptions.defaults());
    }

    /**
     * A client of locks over a framework that the program has: its connection, its login and its session. Another client's session is not
     * disturbed by it, nor are other nodes of this one's.
     *
     * <p>How long the framework's session has lived is not known, so the client waits for a third of its timeout before it begins.
     *
     * @param framework started, and connected within ten seconds; not closed with the client. If it has a namespace, it was built with it:
     *     a framework that {@code usingNamespace} returns can't be listened to
     * @param path the path below which everything is kept, in the framework's namespace; empty for its top
     * @param acl who may do what with the nodes that are made
     * @param options what applies to the whole client
     * @return the client
     * @throws io.lockkeeper.StoreUnavailableException if it does not connect
     * @throws UnsupportedOperationException if {@code usingNamespace} returned it
     * @throws IllegalArgumentException if its address has a path, which the servers do not regard when they tell what a session has
     */
    public static LockClient client(CuratorFramework framework, String path, List<ACL> acl, ClientOptions options) {
        return client(framework, path, acl, options, TO_CONNECT);
    }

    static LockClient client(
            CuratorFramework framework, String path, List<ACL> acl, ClientOptions options, Duration toConnect) {
        String servers = framework.getZookeeperClient().getCurrentConnectionString();
        if (servers.contains("/")) {
            throw new IllegalArgumentException(
                    "A framework for locks has no path in its connection string; build it with a namespace instead.");
        }
        Engine engine = Engine.load();
        awaitConnected(framework, servers, toConnect);
        String namespace = framework.getNamespace();
        Duration session = Duration.ofMillis(framework.getZookeeperClient().getLastNegotiatedSessionTimeoutMs());
        ZooKeeperStore store = new ZooKeeperStore(
                new SharedSessions(framework),
                new Layout((namespace.isEmpty() ? "" : '/' + namespace) + path),
                acl,
                new Failures(servers),
                toConnect);
        store.connection.open(session, toConnect.plus(session));
        return engine.start(store, options);
    }

    /** How long its session is to live is known only then. */
    private static void awaitConnected(CuratorFramework framework, String servers, Duration toConnect) {
        try {
            if (!framework.blockUntilConnected(Math.toIntExact(toConnect.toMillis()), TimeUnit.MILLISECONDS)) {
                throw new Failures(servers).unavailable("can't be reached", false, null);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failures(servers)
                    .unavailable("was not waited for: the thread was interrupted", false, interrupted);
        }
    }

    @Override
    public Guarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public Duration longestLease() {
        return Duration.ofNanos(connection.usable());
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        return window.enter(() -> answer(() -> claims.claim(claim)));
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        return renewals.isEmpty()
                ? answer(() -> CompletableFuture.completedFuture(new RenewalOutcome(Map.of(), Set.of())))
                : answer(() -> upkeep.renew(renewals, connection));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        return window.enter(() -> answer(() -> claims.release(grant)));
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        return window.enter(() -> answer(() -> claims.withdraw(claim, outcomeUnknown)));
    }

    @Override
    public CompletionStage<Exchanged> exchange(Grant grant, Claim next) {
        return window.enter(() -> answer(() -> claims.exchange(grant, next)));
    }

    /** There is nothing to open: what is watched is told on the connection that there is. */
    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        listeners.add(client, signals);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<List<LockStatus>> list(String prefix, int limit) {
        return answer(() -> catalogue.list(prefix, limit));
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return answer(() -> catalogue.inspect(name));
    }

    @Override
    public CompletionStage<Optional<Holder>> revoke(String name, @Nullable Holding only) {
        return answer(() -> catalogue.revoke(name, only));
    }

    @Override
    public CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return answer(() -> recipe.recalls().recall(connection.session(), name, only));
    }

    @Override
    public CompletionStage<Boolean> isRecalled(Grant grant) {
        return answer(() -> recipe.recalls().isRecalled(grant));
    }

    /** Ends the session, and so frees at once what is locked. */
    @Override
    public void close() {
        connection.close(recipe::isOurs);
    }

    /** The session that goes on now, for tests. */
    Session session() {
        return connection.session();
    }

    /** Calls, and lets what fails fail as the SPI wants it. */
    private <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> call) {
        if (connection.isClosed()) {
            return CompletableFuture.failedFuture(new IllegalStateException("This store is closed."));
        }
        CompletionStage<T> stage;
        try {
            stage = call.get();
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(failures.of(failure));
        }
        return stage.exceptionallyCompose(failure -> CompletableFuture.failedFuture(understood(failure)));
    }

    private RuntimeException understood(Throwable failure) {
        return connection.isClosed()
                ? new IllegalStateException("This store is closed.", failure)
                : failures.of(failure);
    }
}
