package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.lockkeeper.LeaseLoss.Reason;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Granted;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Exchange.Exchanged;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome.NotHeld;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Somebody puts the key of a place without its lease: it keeps its creation revision, but is nobody's place any more. */
class OverwrittenKeysTest extends WithEtcd {

    @Test
    void aHolderLearnsItFromTheRenewal() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Grant kept = ann.hold("kept");
            overwrite("orders", ann);
            assertThat(bob.hold("orders").firstToken()).isGreaterThan(grant.lastToken());
            assertThat(ann.renew(LEASE, grant, kept).lost()).isEqualTo(Set.of(grant.claim()));
            assertThat(ann.renew(LEASE, grant, kept).renewed()).containsOnlyKeys(kept.claim());
        }
    }

    @Test
    void itIsNotShownAsTheHolder() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            ann.hold("orders");
            overwrite("orders", ann);
            bob.hold("orders");
            assertThat(eve.isRefused("orders").holder()).isNull();
        }
    }

    @Test
    void aHolderThatListensLearnsItAtOnceWhetherOrNotOthersWait() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant first = bob.hold("orders");
            Claim second = ann.queue("orders");
            Claim third = eve.queue("orders");
            bob.release(first);
            Grant contended = ann.awaitGrant(second);
            Grant alone = ann.hold("stock");
            overwrite("orders", ann);
            overwrite("stock", ann);
            ann.awaitSignal(new Signal.Lost("orders", contended.claim(), Reason.REVOKED));
            ann.awaitSignal(new Signal.Lost("stock", alone.claim(), Reason.REVOKED));
            eve.awaitGrant(third);
        }
    }

    @Test
    void aWaiterBehindItDoesNotWaitForIt() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant first = ann.hold("orders");
            Claim second = bob.queue("orders");
            Claim third = eve.queue("orders");
            overwrite("orders", bob);
            ann.release(first);
            eve.release(eve.awaitGrant(third));
            bob.awaitSignal(new Signal.Free("orders"));
            bob.hold(second);
        }
    }

    @Test
    void aReleaseAndAnExchangeAnswerThatItWasNotHeld() {
        try (Contender ann = contender()) {
            Grant released = ann.hold("orders");
            Grant exchanged = ann.hold("stock");
            overwrite("orders", ann);
            overwrite("stock", ann);
            assertThat(ann.release(released)).isInstanceOf(NotHeld.class);
            Exchanged both = ann.answer(((Exchange) ann.store()).exchange(exchanged, ann.claim("stock")));
            assertThat(both.release()).isInstanceOf(NotHeld.class);
            assertThat(both.claim()).isInstanceOf(Granted.class);
        }
    }

    @Test
    void aClaimThatIsSentAgainGetsAnotherKey() {
        try (Contender ann = contender()) {
            Claim claim = ann.claim("orders");
            Grant grant = ann.hold(claim);
            overwrite("orders", ann);
            Grant other = ann.hold(claim);
            assertThat(other.firstToken()).isGreaterThan(grant.lastToken());
            assertThat(ann.renew(LEASE, other).renewed()).containsOnlyKeys(claim.id());
        }
    }

    /** As {@code etcdctl put --ignore-value} does: nothing but the lease is another. */
    private void overwrite(String lock, Contender client) {
        String key = keys().stream()
                .filter(each ->
                        each.startsWith("lk1/l/" + lock + '/' + client.holder().client()))
                .findFirst()
                .orElseThrow();
        PutRequest put = PutRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(key))
                .setIgnoreValue(true)
                .build();
        ask(etcd.url(), KVGrpc.getPutMethod(), put);
    }
}
