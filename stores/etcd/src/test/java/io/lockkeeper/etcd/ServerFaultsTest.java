package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What calls answer while the network or the server fails, and afterwards. */
class ServerFaultsTest extends WithEtcd {

    private final TcpProxy network = etcd.proxy();

    private Contender throughTheNetwork() {
        return contender(etcd.url(network) + "?timeout=10s");
    }

    /** One that is to wait in vain. */
    private Contender impatient() {
        return contender(etcd.url(network) + "?timeout=2s");
    }

    @Test
    void locksOutliveACrashOfTheServerAndTokensGoOn() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            for (int crash = 0; crash < 2; crash++) {
                etcd.kill();
                assertUnavailable(() -> ann.store().claim(ann.claim("other")));
                etcd.restart();
                etcd.awaitHealth();
            }
            eventually(
                    patience(),
                    () -> assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim()));
            ann.release(grant);
            Grant second = bob.awaitGrant(next);
            assertThat(second.firstToken()).isGreaterThan(grant.lastToken());
            bob.release(second);
            etcd.restart();
            etcd.awaitHealth();
            eventually(
                    patience(),
                    () -> assertThat(ann.hold("orders").firstToken()).isGreaterThan(second.lastToken()));
        }
    }

    @Test
    void aPausedServerIsSaidNotToAnswerAndWhatItDidIsFound() {
        try (Contender ann = impatient();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            etcd.pause();
            assertUnavailable(() -> ann.store().release(grant), true, "did not answer in time");
            etcd.resume();
            // Whether the release was carried out or not, it is when it is sent again.
            eventually(patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
            bob.awaitGrant(next);
        }
    }

    @Test
    void whatHappensWhileAWaiterIsCutOffReachesItAfterwards() {
        try (Contender ann = contender();
                Contender bob = throughTheNetwork()) {
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            network.cut();
            ann.release(grant);
            network.heal();
            bob.awaitGrant(next);
        }
    }

    /** The server has forgotten what the waiter has not seen. */
    @Test
    void evenIfTheHistoryHasBeenCompactedMeanwhile() {
        try (Contender ann = contender();
                Contender bob = throughTheNetwork()) {
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            network.cut();
            ann.release(grant);
            compact();
            network.heal();
            bob.awaitGrant(next);
        }
    }

    @Test
    void aSilentNetworkIsGivenUpForAnother() {
        try (TcpProxy other = etcd.proxy();
                Contender ann = contender(
                        "etcd://127.0.0.1:" + network.port() + ",127.0.0.1:" + other.port() + "?timeout=1s&ttl=30s");
                Contender bob = contender()) {
            Grant grant = bob.hold("orders");
            Claim next = ann.queue("orders");
            TcpProxy used = network.connections() > 0 ? network : other;
            used.freeze();
            eventually(
                    patience(),
                    () -> assertThat(ann.store().claim(ann.claim("other"))).succeedsWithin(patience()));
            bob.release(grant);
            ann.awaitGrant(next);
        }
    }

    /** It answers all else, so that it is not silent; the session would end all the same. */
    @Test
    void aServerThatDoesNotKeepTheSessionIsGivenUpForAnother() {
        try (PartlyHungServer one = new PartlyHungServer(etcd.port());
                PartlyHungServer other = new PartlyHungServer(etcd.port());
                Contender ann = contender(
                        "etcd://127.0.0.1:" + one.port() + ",127.0.0.1:" + other.port() + "?timeout=1s&ttl=30s")) {
            Grant grant = ann.hold("orders");
            (one.calls() > 0 ? one : other).hang(LeaseGrpc.getLeaseKeepAliveMethod());
            eventually(patience(), () -> {
                var renewal = ann.store().renew(List.of(new Renewal(grant, LEASE)));
                assertThat(((Catalogue) ann.store()).inspect("orders")).succeedsWithin(patience());
                assertThat(renewal)
                        .succeedsWithin(patience())
                        .satisfies(outcome -> assertThat(outcome.renewed()).containsOnlyKeys(grant.claim()));
            });
        }
    }

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

    @Test
    void aServerThatIsGoneCertainlyDidNothing() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            etcd.kill();
            eventually(
                    patience(), () -> assertUnavailable(() -> ann.store().release(grant), false, "can't be reached"));
            etcd.restart();
            etcd.awaitHealth();
            eventually(patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
        }
    }

    @Test
    void aServerThatCannotBeReachedIsSaidToBeSo() {
        etcd.kill();
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("127.0.0.1:" + etcd.port())
                .hasMessageContaining("can't be reached");
    }

    @Test
    void oneThatDoesNotAnswerToo() {
        etcd.pause();
        assertThatThrownBy(() -> open(etcd.url() + "?timeout=1s"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("did not answer in time");
        etcd.resume();
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

    private void compact() {
        RangeRequest any =
                RangeRequest.newBuilder().setKey(ByteString.copyFromUtf8("any")).build();
        long revision =
                ask(etcd.url(), KVGrpc.getRangeMethod(), any).getHeader().getRevision();
        ask(
                etcd.url(),
                KVGrpc.getCompactMethod(),
                CompactionRequest.newBuilder()
                        .setRevision(revision)
                        .setPhysical(true)
                        .build());
    }

    private void assertUnavailable(Supplier<CompletionStage<?>> call) {
        assertThat(failureOf(call)).isInstanceOf(StoreUnavailableException.class);
    }

    private void assertUnavailable(Supplier<CompletionStage<?>> call, boolean outcomeUnknown, String message) {
        Throwable failure = failureOf(call);
        assertThat(failure).isInstanceOf(StoreUnavailableException.class).hasMessageContaining(message);
        assertThat(((StoreUnavailableException) failure).outcomeUnknown())
                .as("whether it may have been carried out: %s", failure)
                .isEqualTo(outcomeUnknown);
    }

    private Throwable failureOf(Supplier<CompletionStage<?>> call) {
        Object answer = call.get()
                .toCompletableFuture()
                .<Object>handle((value, failure) -> failure == null ? "no failure, but " + value : failure)
                .orTimeout(patience().toSeconds(), TimeUnit.SECONDS)
                .join();
        assertThat(answer).isInstanceOf(Throwable.class);
        Throwable failure = (Throwable) answer;
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }
}
