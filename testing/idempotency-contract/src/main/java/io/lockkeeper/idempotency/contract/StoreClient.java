package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Eventually;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A store as one process has it; its calls wait for their answers. */
public final class StoreClient implements AutoCloseable {

    private final IdempotencyStore store;
    private final Duration patience;

    StoreClient(IdempotencyStore store, Duration patience) {
        this.store = store;
        this.patience = patience;
    }

    /**
     * The store.
     *
     * @return as it was opened
     */
    public IdempotencyStore store() {
        return store;
    }

    /**
     * The store's catalogue.
     *
     * @return looks keys up
     */
    public IdempotencyCatalogue catalogue() {
        return store.catalogue();
    }

    /**
     * Waits for an answer.
     *
     * @param stage what answers
     * @param <A> what is answered
     * @return the answer
     */
    public <A> A answer(CompletionStage<A> stage) {
        return Eventually.answer(patience, stage);
    }

    ClaimAnswer claim(IdempotencyClaim claim) {
        return answer(store.claim(claim));
    }

    ClaimAnswer.Granted granted(IdempotencyClaim claim) {
        return as(ClaimAnswer.Granted.class, claim);
    }

    ClaimAnswer.Held held(IdempotencyClaim claim) {
        return as(ClaimAnswer.Held.class, claim);
    }

    ClaimAnswer.Finished finished(IdempotencyClaim claim) {
        return as(ClaimAnswer.Finished.class, claim);
    }

    private <A extends ClaimAnswer> A as(Class<A> type, IdempotencyClaim claim) {
        ClaimAnswer answer = claim(claim);
        assertThat(answer).as("the answer to %s", claim).isInstanceOf(type);
        return type.cast(answer);
    }

    /** Claims a key, which must be granted. */
    Ownership own(IdempotencyClaim claim) {
        return new Ownership(claim.key(), claim.owner(), granted(claim).token());
    }

    ChangeAnswer finish(Ownership owned, StoredEnd end) {
        return answer(store.finish(owned, end));
    }

    ChangeAnswer note(Ownership owned, String step, byte[] value) {
        return answer(store.note(owned, new RecoveryPoint(step, value)));
    }

    ChangeAnswer release(Ownership owned) {
        return answer(store.release(owned));
    }

    ChangeAnswer withdraw(IdempotencyKey key, String owner) {
        return answer(store.withdraw(key, owner));
    }

    /** Renews, and returns what is lost. */
    List<Ownership> renew(Duration lease, Ownership... owned) {
        return answer(store.renew(List.of(owned).stream()
                .map(attempt -> new LeaseRenewal(attempt, lease, Retention.of(Duration.ofDays(1))))
                .toList()));
    }

    @Override
    public void close() {
        store.close();
    }
}
