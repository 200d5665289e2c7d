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

    private final Keys keys;
    private final Scripts scripts;

    Renewals(Keys keys, Scripts scripts) {
        this.keys = keys;
        this.scripts = scripts;
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
        String[] arguments = new String[3 * batch.size() + 1];
        arguments[0] = scripts.retention();
        for (int index = 0; index < batch.size(); index++) {
            Renewal renewal = batch.get(index);
            Grant grant = renewal.grant();
            locks[index] = keys.lock(grant.name());
            arguments[3 * index + 1] = grant.claim().toString();
            arguments[3 * index + 2] = Durations.micros(renewal.lease());
            arguments[3 * index + 3] = Long.toString((grant.storeNanos() + grant.remainingNanos()) / 1_000);
        }
        CompletionStage<List<?>> reply = scripts.run(Script.RENEW, ScriptOutputType.MULTI, locks, arguments);
        return reply.thenApply(now -> outcome(batch, now));
    }

    /** The server's time, then a digit for each. */
    private static RenewalOutcome outcome(List<Renewal> batch, List<?> reply) {
        long now = Replies.number(reply, 0) * 1_000;
        String digits = Replies.text(reply, 1);
        Map<ClaimId, Grant> renewed = new HashMap<>();
        Set<ClaimId> lost = new HashSet<>();
        for (int index = 0; index < batch.size(); index++) {
            Renewal renewal = batch.get(index);
            Grant grant = renewal.grant();
            if (digits.charAt(index) == '1') {
                renewed.put(grant.claim(), grant.renewed(renewal.lease(), now));
            } else {
                lost.add(grant.claim());
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
