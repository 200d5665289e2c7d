package io.lockkeeper.jdbc;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Guarantees;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.BlockingCalls;
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
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A store in a table of a database. A lock is a row; the usual call is one statement, in a transaction of its own.
 *
 * <p>Statements run in the thread that waits for them or in one of the store's own, at most as many at a time as it may use
 * connections; none is held while a lock is held. Safe for use by many threads.
 */
public final class JdbcStore
        implements Store, BlockingCalls, RecallPush, Exchange, Catalogue, Revocation, AdjustableLease {

    private final Database database;
    private final LockTable table;
    private final Workers workers;
    private final Post post;
    private final Unanswered unanswered;
    private final Sweep sweep;
    private final Duration longestCall;
    private final Way way;
    private final JdbcStore blocking;

    private JdbcStore(Database database, JdbcSettings settings) {
        this.database = database;
        table = new LockTable(
                database.connections(),
                database.dialect(),
                database.sql(),
                database.failures(),
                LockRow.micros(settings.claimTime()));
        workers = new Workers(settings.connections(), settings.timeout(), database.failures());
        post = database.dialect()
                .post(new PostOffice(database.connections(), database.sql(), workers.timer(), database.failures()));
        unanswered = new Unanswered();
        sweep = new Sweep(table, workers, settings.retention());
        // For a turn, for a connection, for the answer, and for a network that is silent.
        longestCall = settings.timeout().multipliedBy(5).dividedBy(2).plusSeconds(1);
        way = workers::run;
        blocking = database.isSafeForCallers(settings.timeout()) ? new JdbcStore(this) : this;
    }

    /** The same store, whose callers do the work themselves. */
    private JdbcStore(JdbcStore same) {
        database = same.database;
        table = same.table;
        workers = same.workers;
        post = same.post;
        unanswered = same.unanswered;
        sweep = same.sweep;
        longestCall = same.longestCall;
        way = workers::runHere;
        blocking = this;
    }

    /** In which thread something is done. */
    private interface Way {
        <T> CompletionStage<T> run(Workers.Work<T> work);
    }

    /**
     * Connects to the database that a URL names, with a pool of connections of the store's own.
     *
     * @param address the driver's URL, user and password behind it as the driver has them, with the parameters
     *     {@code lockkeeper.schema}, {@code lockkeeper.table-prefix}, {@code lockkeeper.create-tables}, {@code
     *     lockkeeper.timeout}, {@code lockkeeper.claim-time}, {@code lockkeeper.retention} and {@code
     *     lockkeeper.connections}
     * @return the store, to be closed by the caller
     * @throws IllegalArgumentException if the address is not one this store understands
     * @throws io.lockkeeper.StoreUnavailableException if the database can't be reached
     * @throws IllegalStateException if the database refuses the user
     */
    public static JdbcStore connect(StoreAddress address) {
        JdbcAddress parsed = JdbcAddress.parse(address);
        Optional<String> password = address.passwordFromFile(JdbcAddress.PASSWORD_FILE);
        return new JdbcStore(Database.open(parsed.url(), password, parsed.settings()), parsed.settings());
    }

    /**
     * Uses a database through somebody else's source of connections, which stays open when the store is closed.
     *
     * <p>It should have as many connections as the settings say and two more, one to renew and, on PostgreSQL, one to listen
     * while a client waits. Callers run their statements themselves, which is faster, if the source is a HikariCP pool whose
     * {@code connectionTimeout} is no longer than the settings' timeout: of other sources nobody knows how long they keep one waiting.
     *
     * @param source where connections come from
     * @param settings all else
     * @return the store, to be closed by the caller
     * @throws io.lockkeeper.StoreUnavailableException if the database can't be reached
     * @throws IllegalArgumentException if the database is of a kind that has no lock table here
     * @throws IllegalStateException if the tables are missing and can't be made
     */
    public static JdbcStore over(DataSource source, JdbcSettings settings) {
        return new JdbcStore(Database.over(source, settings), settings);
    }

    /**
     * A client whose locks are in the database that a source of connections leads to, with all defaults.
     *
     * @param source as in {@link #over}; stays open when the client is closed
     * @return the client, to be closed by the caller
     * @throws io.lockkeeper.StoreUnavailableException if the database can't be reached
     * @throws IllegalArgumentException if the database is of a kind that has no lock table here
     * @throws IllegalStateException if the tables are missing and can't be made
     */
    public static LockClient client(DataSource source) {
        return client(source, JdbcSettings.defaults(), ClientOptions.defaults());
    }

    /**
     * A client whose locks are in the database that a source of connections leads to.
     *
     * @param source as in {@link #over}; stays open when the client is closed
     * @param settings how the database is used
     * @param options what applies to the whole client
     * @return the client, to be closed by the caller
     * @throws io.lockkeeper.StoreUnavailableException if the database can't be reached
     * @throws IllegalArgumentException if the database is of a kind that has no lock table here
     * @throws IllegalStateException if the tables are missing and can't be made
     */
    public static LockClient client(DataSource source, JdbcSettings settings, ClientOptions options) {
        return Engine.load().start(over(source, settings), options);
    }

    @Override
    public Guarantees guarantees() {
        return database.guarantees();
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
        unanswered.sent(claim.id());
        return way.run(abandoned -> {
                    sweep.soon();
                    return table.claim(claim, abandoned);
                })
                .whenComplete((outcome, failure) -> note(claim, outcome));
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        if (renewals.isEmpty()) {
            return CompletableFuture.completedFuture(new RenewalOutcome(Map.of(), Set.of()));
        }
        List<Renewal> due = List.copyOf(renewals);
        return workers.renew(isTimeUp -> table.renew(due, isTimeUp)).thenApply(outcome -> {
            for (Renewal renewal : due) {
                Grant renewed = outcome.renewed().get(renewal.grant().claim());
                if (renewed != null) {
                    post.renewed(renewed, renewal.grant());
                } else if (outcome.lost().contains(renewal.grant().claim())) {
                    post.forget(renewal.grant().claim(), renewal.grant().name());
                }
            }
            return outcome;
        });
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        post.forget(grant.claim(), grant.name());
        return way.run(abandoned -> released(table.release(grant)));
    }

    @Override
    public CompletionStage<Boolean> setLease(Grant grant, Duration lease) {
        long micros = LockRow.micros(lease);
        return workers.run(() -> table.decide(grant.name(), row -> row.setLease(grant.claim(), micros)))
                .thenApply(set -> {
                    if (set) {
                        Grant current = grant.renewed(lease, grant.storeNanos());
                        post.renewed(current, current);
                    }
                    return set;
                });
    }

    @Override
    public CompletionStage<Exchanged> exchange(Grant grant, Claim next) {
        Exchange.requireSameName(grant, next);
        post.forget(grant.claim(), grant.name());
        unanswered.sent(next.id());
        return way.run(abandoned -> table.decide(
                        grant.name(),
                        abandoned,
                        row -> new Exchanged(released(row.release(grant.claim())), row.claim(next))))
                .whenComplete((exchanged, failure) -> note(next, exchanged == null ? null : exchanged.claim()));
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        unanswered.withdrawn(claim.id());
        post.forget(claim.id(), claim.name());
        return workers.run(() -> table.decide(claim.name(), row -> {
                    row.withdraw(claim.id(), outcomeUnknown);
                    return true;
                }))
                .thenAccept(done -> {});
    }

    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        try {
            return post.listen(client, signals);
        } catch (RuntimeException | Error noThread) {
            return CompletableFuture.failedFuture(database.failures().of(noThread));
        }
    }

    @Override
    public CompletionStage<Optional<Holder>> revoke(String name, @Nullable Holding only) {
        return workers.run(() -> table.decide(name, row -> row.revoke(only)));
    }

    @Override
    public CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return workers.run(() -> table.decide(name, row -> RowRecall.recall(row, only)));
    }

    @Override
    public CompletionStage<Boolean> isRecalled(Grant grant) {
        return workers.run(() -> table.look(grant.name(), row -> RowRecall.isRecalled(row, grant)));
    }

    @Override
    public CompletionStage<List<LockStatus>> list(String prefix, int limit) {
        return workers.run(() -> table.list(prefix, limit));
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return workers.run(() -> table.look(name, LockRow::status));
    }

    @Override
    public void close() {
        post.close();
        workers.close();
        database.close(workers.areIdle());
    }

    private void note(Claim claim, @Nullable ClaimOutcome outcome) {
        unanswered.answered(claim.id(), () -> {
            if (outcome instanceof ClaimOutcome.Granted granted) {
                post.holds(granted.grant());
            } else if (outcome instanceof ClaimOutcome.Queued) {
                post.waits(claim);
            }
        });
    }

    private static ReleaseOutcome released(boolean wasHeld) {
        return wasHeld ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotHeld();
    }
}
