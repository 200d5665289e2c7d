package io.lockkeeper.idempotency.redis;

import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ChangePush;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records in Redis. Each call is one request and one atomic step of the server; a batch of renewals is one for each 256. */
final class RedisRecords implements IdempotencyStore, ChangePush {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    /** So many leases are renewed by one script: more would stop the server for too long. */
    private static final int BATCH = 256;

    /** When to ask again for a key whose record is not understood. */
    private static final Duration WHILE_FOREIGN = Duration.ofSeconds(1);

    /** Of so many keys the log is told that their record is foreign: others may have caused it. */
    private static final int MOST_WARNINGS = 100;

    private final Keys keys;
    private final int maxOutcome;
    private final Link link;
    private final Watches watches;
    private final Set<IdempotencyKey> foreign = ConcurrentHashMap.newKeySet();

    RedisRecords(Server server, RedisOptions options) {
        this.keys = Keys.under(options.prefix());
        this.maxOutcome = options.maxOutcome();
        this.link = new Link(server, keys, options.timeout());
        this.watches = new Watches(server);
    }

    /** Refuses servers that cannot keep records. */
    void greet() {
        Greeting.check(link);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(IdempotencyClaim claim) {
        IdempotencyClaim.Terms terms = claim.terms();
        return link.<List<?>>run(
                        Script.CLAIM,
                        List.of(keys.record(claim.key()), keys.mark(claim.key(), claim.owner())),
                        Link.bytes(claim.owner()),
                        Link.bytes(claim.fingerprint().value()),
                        Link.bytes(Replies.micros(terms.lease())),
                        Link.bytes(Replies.micros(terms.abandoned())),
                        Link.bytes(terms.takesOver() ? "1" : "0"))
                .thenApply(reply -> answered(claim, reply));
    }

    private ClaimAnswer answered(IdempotencyClaim claim, List<?> reply) {
        return switch (Replies.text(reply, 0)) {
            case "withdrawn" -> new ClaimAnswer.Held(claim.fingerprint(), Duration.ZERO); // Nobody waits for it.
            case "foreign" -> {
                if (foreign.size() < MOST_WARNINGS && foreign.add(claim.key())) {
                    LOG.warn("The record of {} has {}; it counts as held", claim.key(), Replies.text(reply, 1));
                }
                yield new ClaimAnswer.Held(claim.fingerprint(), WHILE_FOREIGN);
            }
            default -> Replies.claim(reply);
        };
    }

    @Override
    public CompletionStage<List<Ownership>> renew(List<LeaseRenewal> renewals) {
        int size = link.server().isCluster() ? 1 : BATCH;
        CompletableFuture<List<Ownership>> all = CompletableFuture.completedFuture(List.of());
        for (int from = 0; from < renewals.size(); from += size) {
            List<LeaseRenewal> batch = renewals.subList(from, Math.min(from + size, renewals.size()));
            all = all.thenCombine(renewed(batch), (before, lost) -> {
                List<Ownership> both = new ArrayList<>(before);
                both.addAll(lost);
                return both;
            });
        }
        return all;
    }

    private CompletableFuture<List<Ownership>> renewed(List<LeaseRenewal> batch) {
        List<String> names = new ArrayList<>();
        List<byte[]> arguments = new ArrayList<>();
        for (LeaseRenewal renewal : batch) {
            names.add(keys.record(renewal.owned().key()));
            arguments.add(Link.bytes(renewal.owned().owner()));
            arguments.add(token(renewal.owned().token()));
            arguments.add(Link.bytes(Replies.micros(renewal.lease())));
            arguments.add(Link.bytes(Replies.micros(renewal.abandoned())));
        }
        return link.<List<?>>run(Script.RENEW, names, arguments.toArray(byte[][]::new))
                .thenApply(lost -> lost.stream()
                        .map(number ->
                                batch.get(Math.toIntExact((Long) number) - 1).owned())
                        .toList());
    }

    @Override
    public CompletionStage<ChangeAnswer> finish(Ownership owned, StoredEnd end) {
        return changed(link.run(
                Script.FINISH,
                List.of(keys.record(owned.key())),
                Link.bytes(owned.owner()),
                token(owned.token()),
                Link.bytes(Replies.letter(end.state())),
                Link.bytes(Replies.micros(end.retention())),
                bounded(owned.key(), end.outcome())));
    }

    /** An outcome, or the mark that it is gone. */
    private byte[] bounded(IdempotencyKey key, byte[] outcome) {
        if (outcome.length <= maxOutcome) {
            return outcome;
        }
        LOG.error(
                "The outcome of {} has {} bytes, and at most {} are stored: repeats will be told that it is gone",
                key,
                outcome.length,
                maxOutcome);
        return OutcomeFormat.encode(new OutcomeFormat.Stored.Gone());
    }

    @Override
    public CompletionStage<ChangeAnswer> note(Ownership owned, RecoveryPoint point) {
        if (point.value().length > maxOutcome) {
            return CompletableFuture.failedStage(new IllegalArgumentException(
                    "A recovery point must have at most " + maxOutcome + " bytes, not " + point.value().length));
        }
        return changed(link.run(
                Script.NOTE,
                List.of(keys.record(owned.key())),
                Link.bytes(owned.owner()),
                token(owned.token()),
                Link.bytes(point.step()),
                point.value()));
    }

    @Override
    public CompletionStage<ChangeAnswer> release(Ownership owned) {
        return changed(link.run(
                Script.RELEASE,
                List.of(keys.record(owned.key()), keys.mark(owned.key(), owned.owner())),
                Link.bytes(owned.owner()),
                token(owned.token())));
    }

    @Override
    public CompletionStage<ChangeAnswer> withdraw(IdempotencyKey key, String owner) {
        return changed(link.run(Script.WITHDRAW, List.of(keys.record(key), keys.mark(key, owner)), Link.bytes(owner)));
    }

    private static CompletionStage<ChangeAnswer> changed(CompletableFuture<Long> reply) {
        return reply.thenApply(done -> done == 1 ? ChangeAnswer.DONE : ChangeAnswer.LOST);
    }

    @Override
    public Watch watch(IdempotencyKey key, Runnable onChange) {
        return watches.watch(keys.record(key), onChange);
    }

    /** How many keys are watched. */
    int watched() {
        return watches.size();
    }

    @Override
    public IdempotencyCatalogue catalogue() {
        return new RedisCatalogue(keys, link);
    }

    @Override
    public void close() {
        link.close();
    }

    static byte[] token(long token) {
        return Link.bytes(Long.toString(token));
    }
}
