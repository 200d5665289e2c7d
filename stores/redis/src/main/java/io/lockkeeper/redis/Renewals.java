package io.lockkeeper.redis;

import io.lettuce.core.ScriptOutputType;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Renewals, so many in one request that a request is cheap and none keeps the server for long. */
final class Renewals {

    /** About half a millisecond of the server's time. */
    private static final int BATCH = 256;

    /** Lua counts exactly up to there, and no lease ends so late. */
    private static final long LATEST = 1L << 53;

    private final Keys keys;
    private final Scripts scripts;
    private final Log log;

    Renewals(Keys keys, Scripts scripts, Log log) {
        this.keys = keys;
        this.scripts = scripts;
        this.log = log;
    }

    /** What a batch that failed would have told stays unknown; if all fail, so does this. */
    CompletionStage<RenewalOutcome> renew(Collection<Renewal> due) {
        List<Renewal> all = List.copyOf(due);
        List<CompletableFuture<RenewalOutcome>> batches = new ArrayList<>();
        for (int from = 0; from < all.size(); from += BATCH) {
            List<Renewal> batch = all.subList(from, Math.min(all.size(), from + BATCH));
            batches.add(send(batch).toCompletableFuture());
        }
        return CompletableFuture.allOf(batches.toArray(CompletableFuture[]::new))
                .handle((done, failure) -> failure)
                .thenCompose(failure ->
                        failure != null && batches.stream().allMatch(CompletableFuture::isCompletedExceptionally)
                                ? CompletableFuture.failedFuture(failure)
                                : CompletableFuture.completedFuture(sum(batches)));
    }

    private CompletionStage<RenewalOutcome> send(List<Renewal> batch) {
        String[] locks = new String[batch.size()];
        String[] arguments = new String[4 * batch.size() + 1];
        arguments[0] = scripts.retention();
        for (int index = 0; index < batch.size(); index++) {
            Renewal renewal = batch.get(index);
            Grant grant = renewal.grant();
            locks[index] = keys.lock(grant.name());
            arguments[4 * index + 1] = grant.claim().toString();
            arguments[4 * index + 2] = Long.toString(grant.firstToken());
            arguments[4 * index + 3] = Durations.micros(renewal.lease());
            arguments[4 * index + 4] = Long.toString(end(grant));
        }
        CompletionStage<List<?>> reply = scripts.run(Script.RENEW, ScriptOutputType.MULTI, locks, arguments);
        return reply.thenApply(now -> outcome(batch, now));
    }

    /** When a lease ends as far as the client knows, in microseconds; of a grant that another client has, it knows nothing. */
    private static long end(Grant grant) {
        long known = grant.storeNanos() / 1_000 + grant.remainingNanos() / 1_000;
        return known < 0 || known > LATEST ? 0 : known;
    }

    /** The server's time, then a digit for each. */
    private RenewalOutcome outcome(List<Renewal> batch, List<?> reply) {
        long now = Replies.number(reply, 0) * 1_000;
        String digits = Replies.text(reply, 1);
        Map<ClaimId, Grant> renewed = new HashMap<>();
        Set<ClaimId> lost = new HashSet<>();
        for (int index = 0; index < batch.size(); index++) {
            Renewal renewal = batch.get(index);
            Grant grant = renewal.grant();
            switch (digits.charAt(index)) {
                // If it ends later, by how much is known to whoever renewed it so: the next renewal of ours finds out.
                case '1', '2' -> renewed.put(grant.claim(), grant.renewed(Durations.bounded(renewal.lease()), now));
                case '0' -> lost.add(grant.claim());
                default ->
                    log.warn("The key " + keys.lock(grant.name())
                            + " in Redis is not what Lockkeeper wrote; its lock can't be renewed.");
            }
        }
        return new RenewalOutcome(renewed, lost);
    }

    private static RenewalOutcome sum(List<CompletableFuture<RenewalOutcome>> batches) {
        Map<ClaimId, Grant> renewed = new HashMap<>();
        Set<ClaimId> lost = new HashSet<>();
        for (CompletableFuture<RenewalOutcome> batch : batches) {
            if (!batch.isCompletedExceptionally()) {
                renewed.putAll(batch.join().renewed());
                lost.addAll(batch.join().lost());
            }
        }
        return new RenewalOutcome(renewed, lost);
    }
}
