package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Store;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was done though nobody was told so: the connection breaks when the server has carried a request out. */
class LostReplyTest extends WithZooKeeper {

    private TcpProxy network;

    @BeforeEach
    void openNetwork() {
        network = server.proxy();
    }

    @Override
    public Store open() {
        return open(server.url(network));
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    @Test
    void a_claim_whose_answer_was_lost_finds_its_node_again() {
        try (Contender ann = contender()) {
            ann.release(ann.hold("orders"));
            Claim claim = ann.claim("orders");
            assertThat(loseReplyTo(claim.id().toString(), () -> ann.store().claim(claim))
                            .outcomeUnknown())
                    .isTrue();
            Grant grant = again(ann, claim);
            assertThat(nodes("orders")).hasSize(1);
            assertThat(ann.release(grant)).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(nodes("orders")).isEmpty();
        }
    }

    @Test
    void a_claim_whose_answer_was_lost_waits_at_the_place_that_it_had() {
        try (Contender bob = contender();
                Contender kim = new Contenders(server.url()).contender();
                Contender eve = new Contenders(server.url()).contender()) {
            Grant grant = eve.hold("orders");
            bob.listen();
            Claim claim = Contender.patient(bob.claim("orders"));
            loseReplyTo(claim.id().toString(), () -> bob.store().claim(claim));
            kim.queue("orders");
            eventually(
                    patience(),
                    () -> assertThat(bob.store().claim(claim).toCompletableFuture())
                            .succeedsWithin(patience())
                            .isInstanceOfSatisfying(
                                    ClaimOutcome.Queued.class,
                                    queued -> assertThat(queued.ahead()).isZero()));
            eve.release(grant);
            bob.awaitGrant(claim);
            assertThat(nodes("orders")).hasSize(2);
        }
    }

    @Test
    void a_claim_whose_answer_was_lost_is_withdrawn_for_good() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.release(ann.hold("orders"));
            Claim claim = ann.claim("orders");
            loseReplyTo(claim.id().toString(), () -> ann.store().claim(claim));
            eventually(
                    patience(),
                    () -> assertThat(ann.store().withdraw(claim, true).toCompletableFuture())
                            .succeedsWithin(patience()));
            assertThat(nodes("orders")).isEmpty();
            bob.hold("orders");
        }
    }

    /** The client may have given up by the time it could be done: nobody is left to ask for it. */
    @Test
    void a_release_that_nobody_repeats_is_done_all_the_same() {
        try (Contender ann = new Contenders(server.url(network) + "?session=3s").contender()) {
            Grant grant = ann.hold("orders");
            CompletableFuture<Void> sprung =
                    network.cutBeforeNextRequest(grant.claim().toString());
            assertThat(failure(() -> ann.store().release(grant))).isInstanceOf(StoreUnavailableException.class);
            assertThat(sprung).isCompleted();
            eventually(patience(), () -> assertThat(nodes("orders")).isEmpty());
        }
    }

    /** The servers may be down for longer than a client goes on trying, and the session lives on. */
    @Test
    void a_withdrawal_that_nobody_repeats_is_done_all_the_same() {
        try (Contender ann = contender()) {
            ann.release(ann.hold("orders"));
            Claim claim = ann.claim("orders");
            loseReplyTo(claim.id().toString(), () -> ann.store().claim(claim));
            network.cut();
            assertThat(failure(() -> ann.store().withdraw(claim, true))).isInstanceOf(StoreUnavailableException.class);
            assertThat(nodes("orders")).hasSize(1);
            network.heal();
            eventually(patience(), () -> assertThat(nodes("orders")).isEmpty());
        }
    }

    /** It watches nobody until it has looked again. */
    @Test
    void a_holder_whose_look_at_the_line_was_not_answered_is_told_who_waits_all_the_same() {
        try (Contender ann = new Contenders(server.url()).contender();
                Contender bob = contender();
                Contender eve = new Contenders(server.url()).contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            CompletableFuture<Void> sprung = network.cutAfterNextRequest("orders");
            ann.release(grant);
            bob.awaitGrant(claim);
            eventually(patience(), () -> assertThat(sprung).isCompleted());
            eve.queue("orders");
            bob.awaitSignal(new Signal.Contended("orders"));
        }
    }

    @Test
    void a_holder_whose_look_at_its_own_node_was_not_answered_is_told_who_waits_all_the_same() {
        try (Contender bob = contender();
                Contender eve = new Contenders(server.url()).contender()) {
            bob.listen();
            bob.hold("orders");
            CompletableFuture<Void> sprung = network.cutAfterNextRequest("orders");
            eve.queue("orders");
            eventually(patience(), () -> assertThat(sprung).isCompleted());
            bob.awaitSignal(new Signal.Contended("orders"));
        }
    }

    @Test
    void an_exchange_whose_answer_was_lost_leaves_one_node_at_most() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            Claim next = ann.claim("orders");
            loseReplyTo(next.id().toString(), () -> ((Exchange) ann.store()).exchange(grant, next));
            // As the engine does: whether it arrived is unknown; released again, then withdrawn, it never was.
            eventually(
                    patience(),
                    () -> assertThat(ann.store().release(grant).toCompletableFuture())
                            .succeedsWithin(patience()));
            eventually(
                    patience(),
                    () -> assertThat(ann.store().withdraw(next, true).toCompletableFuture())
                            .succeedsWithin(patience()));
            assertThat(nodes("orders")).isEmpty();
        }
    }

    private Grant again(Contender client, Claim claim) {
        AtomicReference<Grant> grant = new AtomicReference<>();
        eventually(patience(), () -> grant.set(client.hold(claim)));
        return Objects.requireNonNull(grant.get());
    }

    /** Has the server carry out the next request with this text, and its answer go astray. */
    private StoreUnavailableException loseReplyTo(String text, Supplier<CompletionStage<?>> call) {
        CompletableFuture<Void> sprung = network.cutAfterNextRequest(text);
        Throwable failure = failure(call);
        assertThat(sprung).isCompleted();
        assertThat(failure).isInstanceOf(StoreUnavailableException.class);
        return (StoreUnavailableException) failure;
    }

    private Throwable failure(Supplier<CompletionStage<?>> call) {
        CompletableFuture<?> answer = call.get().toCompletableFuture();
        eventually(patience(), () -> assertThat(answer).isDone());
        return Failures.unwrap(answer.<Throwable>handle(
                        (value, failure) -> failure == null ? new AssertionError("answered: " + value) : failure)
                .join());
    }
}
