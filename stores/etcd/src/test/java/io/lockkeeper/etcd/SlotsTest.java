package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lockkeeper.Holder;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Demand;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Names of keys are used again, but never while a request that names one may be on its way. */
class SlotsTest {

    private final Slots slots = new Slots(Keys.under(""));
    private long claims;

    @Test
    void oneClaimAfterAnotherHasTheSameKey() {
        for (int turn = 0; turn < 3; turn++) {
            Slot slot = slot("orders");
            assertThat(key(slot)).isEqualTo("lk1/l/orders/ann:0:1/1");
            answer(slot);
            slots.free(slot);
        }
    }

    @Test
    void claimsAtTheSameTimeHaveKeysOfTheirOwn() {
        Slot first = slot("orders");
        Slot second = slot("orders");
        assertThat(key(second)).isEqualTo("lk1/l/orders/ann:1:1/1");
        assertThat(key(slots.of(claim("orders", new ClaimId("bob", 1))))).isEqualTo("lk1/l/orders/bob:0:1/1");
        assertThat(key(slot("stock"))).isEqualTo("lk1/l/stock/ann:0:1/1");
        slots.free(first);
        assertThat(key(slot("orders"))).isEqualTo("lk1/l/orders/ann:0:1/1");
    }

    @Test
    void aClaimKeepsItsKeyUntilItIsOver() {
        Slot slot = slot("orders");
        assertThat(slots.of(claim("orders", slot.claim()))).isSameAs(slot);
        slots.free(slot);
        assertThat(slots.find(slot.claim())).isNull();
    }

    @Test
    void afterARequestOfUnknownOutcomeAllKeysAreNew() {
        Slot slot = slot("orders");
        Slot other = slot("stock");
        fail(slot, new StoreUnavailableException("cut off", true, null));
        slots.free(slot);
        assertThat(key(slot("orders"))).isEqualTo("lk1/l/orders/ann:1:1/1");
        slots.free(other);
        assertThat(key(slot("stock"))).isEqualTo("lk1/l/stock/ann:1:1/1");
    }

    @Test
    void afterARequestThatCertainlyDidNothingTheyAreNot() {
        Slot slot = slot("orders");
        fail(slot, new StoreUnavailableException("not reached", false, null));
        slots.freeUnwritten(slot);
        assertThat(key(slot("orders"))).isEqualTo("lk1/l/orders/ann:0:1/1");
    }

    @Test
    void whileARequestIsUnderWayItsKeyIsNotGivenToAnotherClaim() {
        Slot slot = slot("orders");
        CompletableFuture<String> late = new CompletableFuture<>();
        CompletableFuture<String> asked = slots.naming(slot, () -> late);
        slots.freeUnwritten(slot);
        assertThat(slots.find(slot.claim())).isSameAs(slot);
        slots.free(slot);
        late.complete("done");
        assertThat(asked).isCompletedWithValue("done");
        assertThat(key(slot("orders"))).isEqualTo("lk1/l/orders/ann:1:1/1");
    }

    @Test
    void aKeyOfWhichNothingIsKnownIsGivenToNobody() {
        Slot slot = slot("orders");
        slots.abandon(slot.claim());
        slots.abandon(slot.claim());
        slots.free(slot);
        assertThat(key(slot("orders"))).isEqualTo("lk1/l/orders/ann:1:1/1");
        assertThat(key(slot("orders"))).isEqualTo("lk1/l/orders/ann:2:1/1");
    }

    /** What may be left of a request that failed is found by its number, and nobody else's key is taken for it. */
    @Test
    void keysThatNoClaimHasAreStray() {
        Slot gone = slot("orders");
        Slot kept = slot("stock");
        assertThat(slots.takeDoubt()).isFalse();
        fail(gone, new StoreUnavailableException("cut off", true, null));
        assertThat(slots.takeDoubt()).isTrue();
        slots.free(gone);
        long number = slots.renumber();
        Slot next = slot("orders");
        slots.free(next);
        ByteString foreign = ByteString.copyFromUtf8("lk1/l/orders/x");
        assertThat(slots.strays(List.of(gone.key(), kept.key(), next.key(), foreign), number))
                .containsExactly(gone.key());
    }

    private Slot slot(String lock) {
        return slots.of(claim(lock, new ClaimId("ann", ++claims)));
    }

    private static Claim claim(String lock, ClaimId id) {
        Holder holder = new Holder(id.client(), "web-1", 4711, "main", "", 0);
        return new Claim(lock, id, holder, new Terms(Demand.MUTEX, Duration.ofSeconds(30), 1), 0);
    }

    private void answer(Slot slot) {
        assertThat(slots.naming(slot, () -> CompletableFuture.completedFuture("done")))
                .isCompleted();
    }

    private void fail(Slot slot, Throwable failure) {
        assertThat(slots.naming(slot, () -> CompletableFuture.failedFuture(failure)))
                .isCompletedExceptionally();
    }

    private static String key(Slot slot) {
        return slot.key().toStringUtf8();
    }
}
