package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Requests that were carried out though their answer was lost, or that arrive late. */
class LostAnswersTest extends WithNetwork {

    @Test
    void aClaimWhoseAnswerWasLostIsFoundAgain() {
        try (Contender ann = impatient()) {
            ann.hold("other");
            Claim claim = ann.claim("orders");
            network.freezeReplies();
            assertUnavailable(() -> ann.store().claim(claim), true, "did not answer in time");
            eventually(patience(), () -> assertThat(keys()).hasSize(2));
            network.heal();
            eventually(patience(), () -> assertThat(ann.store().claim(claim)).succeedsWithin(patience()));
            ann.release(ann.hold(claim));
            assertThat(keys()).hasSize(1);
        }
    }

    /** The engine, which knows what it is worth, sends it again. */
    @Test
    void aRequestIsNotSentAgainBehindTheCaller() {
        try (Contender ann = impatient()) {
            Catalogue catalogue = (Catalogue) ann.store();
            ann.hold("other");
            network.freezeReplies();
            assertUnavailable(() -> ann.store().claim(ann.claim("orders")), true, "did not answer in time");
            network.heal();
            eventually(patience(), () -> assertThat(catalogue.inspect("other")).succeedsWithin(patience()));
            assertThat(etcd.requests()).containsEntry("Txn", 2L);
        }
    }

    @Test
    void aReleaseThatWasCarriedOutUnheardFindsNothingToReleaseAfterwards() {
        try (Contender ann = impatient()) {
            Grant grant = ann.hold("orders");
            network.freezeReplies();
            assertUnavailable(() -> ann.store().release(grant), true, "did not answer in time");
            eventually(patience(), () -> assertThat(keys()).isEmpty());
            network.heal();
            eventually(
                    patience(),
                    () -> assertThat(ann.store().release(grant))
                            .succeedsWithin(patience())
                            .isInstanceOf(ReleaseOutcome.NotHeld.class));
        }
    }

    /** A release would have found nothing to release; the place of the claim tells what the exchange did. */
    @Test
    void anExchangeThatWasCarriedOutUnheardAnswersTheSameWhenItIsRepeated() {
        try (Contender ann = impatient();
                Contender bob = contender()) {
            ann.hold("other");
            Grant held = ann.hold("orders");
            assertRepeated(ann, held, new ReleaseOutcome.Released());
            Grant lost = ann.hold("stock");
            bob.release(lost);
            assertRepeated(ann, lost, new ReleaseOutcome.NotHeld());
        }
    }

    private void assertRepeated(Contender client, Grant old, ReleaseOutcome release) {
        Claim next = client.claim(old.name());
        Supplier<CompletionStage<?>> exchange = () -> ((Exchange) client.store()).exchange(old, next);
        var cut = network.cutAfterNextRequest(old.name());
        assertUnavailable(exchange, true, "broke the connection");
        assertThat(cut).succeedsWithin(patience());
        eventually(
                patience(),
                () -> assertThat(((Exchange) client.store()).exchange(old, next))
                        .succeedsWithin(patience())
                        .satisfies(both -> {
                            assertThat(both.release()).isEqualTo(release);
                            assertThat(both.claim()).isInstanceOf(ClaimOutcome.Granted.class);
                        }));
    }

    @Test
    void aRequestThatBreaksWithItsConnectionMayHaveBeenCarriedOut() {
        try (Contender ann = throughTheNetwork()) {
            Claim claim = ann.claim("orders");
            ann.hold("other");
            var cut = network.cutAfterNextRequest("orders");
            assertUnavailable(() -> ann.store().claim(claim), true, "broke the connection");
            assertThat(cut).succeedsWithin(patience());
            eventually(patience(), () -> assertThat(ann.store().claim(claim)).succeedsWithin(patience()));
            ann.hold(claim);
        }
    }

    /** The late copy of a withdrawn claim waited in the network. */
    @Test
    void aClaimThatArrivesAfterItsWithdrawalByAnotherConnectionLeavesNothing() {
        try (TcpProxy other = etcd.proxy();
                Contender ann = contender(
                        "etcd://127.0.0.1:" + network.port() + ",127.0.0.1:" + other.port() + "?timeout=1s&ttl=30s");
                Contender bob = contender()) {
            ann.hold("other");
            TcpProxy used = network.connections() > 0 ? network : other;
            Claim claim = ann.claim("orders");
            used.freezeRequests();
            assertUnavailable(() -> ann.store().claim(claim), true, "did not answer in time");
            eventually(
                    patience(),
                    () -> assertThat(ann.store().withdraw(claim, true)).succeedsWithin(patience()));
            used.thaw();
            eventually(patience(), () -> assertThat(used.connections()).isZero());
            assertThat(ann.send(claim)).isInstanceOf(ClaimOutcome.Withdrawn.class);
            bob.hold("orders");
        }
    }
}
