package io.lockkeeper.idempotency.redis;

import static io.lockkeeper.idempotency.redis.Claims.GONE;
import static io.lockkeeper.idempotency.redis.Claims.PATIENCE;
import static io.lockkeeper.idempotency.redis.Claims.PRINT;
import static io.lockkeeper.idempotency.redis.Claims.answer;
import static io.lockkeeper.idempotency.redis.Claims.claim;
import static io.lockkeeper.idempotency.redis.Claims.granted;
import static io.lockkeeper.idempotency.redis.Claims.owned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens while the network or the server fails, and afterwards. */
class OutageTest {

    private final RedisServer redis = RedisServer.start();
    private final TcpProxy proxy = redis.proxy();
    private final IdempotencyKey key = Claims.key();
    private final RedisRecords store = Claims.store(redis.url(proxy) + "?timeout=1s");

    /** A script that the server does not know is not carried out at the first request. */
    @BeforeEach
    void letTheServerKnowTheScripts() {
        answer(store.finish(owned(store, claim(Claims.key(), "ann")), GONE));
    }

    @AfterEach
    void close() {
        store.close();
        proxy.close();
        redis.close();
    }

    @Test
    void a_claim_whose_reply_was_lost_is_granted_again() {
        CompletableFuture<Void> cut = proxy.cutAfterNextRequest(key.id());
        assertUnavailable(() -> store.claim(claim(key, "ann")), true, "broke the connection");
        assertThat(cut).succeedsWithin(PATIENCE);

        ClaimAnswer.Granted granted = (ClaimAnswer.Granted) again(() -> store.claim(claim(key, "ann")));
        assertThat(granted.number()).isEqualTo(1);
        assertThat(granted.remaining()).isLessThan(Claims.LEASE);
    }

    @Test
    void an_outcome_whose_confirmation_was_lost_is_stored_once() {
        Ownership ann = owned(store, claim(key, "ann"));
        CompletableFuture<Void> cut = proxy.cutAfterNextRequest(key.id());
        assertUnavailable(() -> store.finish(ann, GONE), true, "broke the connection");
        assertThat(cut).succeedsWithin(PATIENCE);

        assertThat(again(() -> store.finish(ann, GONE))).isEqualTo(ChangeAnswer.DONE);
    }

    @Test
    void a_run_goes_on_although_the_connection_breaks_at_its_claim_and_at_its_end() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        AtomicReference<CompletableFuture<Void>> finished = new AtomicReference<>(new CompletableFuture<>());
        try (LeasedIdempotency idempotency = RedisIdempotency.connect(redis.url(proxy))) {
            CompletableFuture<Void> claimed = proxy.cutAfterNextRequest(key.id());
            Outcome<String> outcome = idempotency.run(key, PRINT, attempt -> {
                assertThat(claimed).succeedsWithin(PATIENCE);
                finished.set(proxy.cutAfterNextRequest(key.id()));
                return "paid " + runs.incrementAndGet();
            });
            assertThat(finished.get()).succeedsWithin(PATIENCE);
            assertThat(outcome).isEqualTo(new Outcome.Executed<>("paid 1"));
            assertThat(idempotency.run(key, PRINT, attempt -> "paid twice"))
                    .isEqualTo(new Outcome.Replayed<>("paid 1"));
        }
    }

    @Test
    void nothing_runs_while_the_server_is_silent_and_nothing_is_left_afterwards() {
        IdempotencySettings settings = IdempotencySettings.defaults().withTimeout(Duration.ofMillis(500));
        try (LeasedIdempotency idempotency = RedisIdempotency.connect(redis.url(proxy) + "?timeout=200ms", settings)) {
            proxy.freezeReplies();
            assertThatThrownBy(() -> idempotency.run(key, PRINT, attempt -> "paid"))
                    .isInstanceOf(StoreUnavailableException.class);
            proxy.thaw();
            Await.until(
                    "the withdrawal",
                    PATIENCE,
                    () -> answer(store.claim(claim(key, "bob"))) instanceof ClaimAnswer.Granted);
        }
    }

    @Test
    void a_server_that_pauses_its_clients_answers_when_it_goes_on() {
        redis.exec("CLIENT", "PAUSE", "1500");
        assertUnavailable(() -> store.claim(claim(key, "ann")), true, "did not answer in time");

        assertThat(again(() -> store.claim(claim(key, "ann")))).isInstanceOf(ClaimAnswer.Granted.class);
    }

    @Test
    void a_silent_connection_is_opened_anew() {
        answer(store.claim(claim(key, "ann")));
        proxy.freeze();
        assertUnavailable(() -> store.claim(claim(key, "bob")), true, "did not answer in time");
        // What was frozen stays so: only another connection can help.
        Await.until("the end of the connection", PATIENCE, () -> proxy.connections() != 1);
        proxy.thaw();

        assertThat(again(() -> store.claim(claim(key, "bob")))).isInstanceOf(ClaimAnswer.Held.class);
    }

    @Test
    void a_connection_on_which_replies_can_not_be_trusted_is_opened_anew() {
        OwnServer server = new OwnServer(RedisAddress.parse(StoreAddress.parse(redis.url())));
        Link link = new Link(server, Keys.under(""), PATIENCE);
        long before = connection(link);
        AsyncCommand<byte[], byte[], String> stumbled =
                new AsyncCommand<>(new Command<>(CommandType.PING, new StatusOutput<>(ByteArrayCodec.INSTANCE)));
        stumbled.completeExceptionally(new OutOfMemoryError("Direct buffer memory"));

        assertUnavailable(() -> link.request(commands -> stumbled), true, "broke the connection");

        Await.until("another connection", PATIENCE, () -> connection(link) != before);
        link.close();
    }

    private static long connection(Link link) {
        return OutageTest.<Long>again(() -> link.<Long>request(commands -> commands.clientId()));
    }

    @Test
    void a_server_that_comes_back_empty_has_lost_the_attempt_and_is_not_refilled() throws Exception {
        try (LeasedIdempotency idempotency = RedisIdempotency.connect(redis.url())) {
            assertThatThrownBy(() -> idempotency.run(key, PRINT, attempt -> {
                        redis.kill();
                        redis.restart();
                        return "paid";
                    }))
                    .isInstanceOf(AttemptLostException.class);
            assertThat(redis.exec("EXISTS", Keys.under("").record(key))).isEqualTo(0L);
        }
    }

    @Test
    void an_attempt_learns_at_its_next_renewal_that_its_record_is_gone() throws Exception {
        CompletableFuture<Void> lost = new CompletableFuture<>();
        IdempotentCall<Object> call = IdempotentCall.of(key, PRINT, OutcomeCodec.plain())
                .withOptions(IdempotencyOptions.defaults().withLease(Duration.ofSeconds(1)));
        try (LeasedIdempotency idempotency = RedisIdempotency.connect(redis.url())) {
            assertThatThrownBy(() -> idempotency.runLeased(call, attempt -> {
                        attempt.onLost(() -> lost.complete(null));
                        redis.exec("FLUSHALL");
                        assertThat(lost).succeedsWithin(PATIENCE);
                        return "paid";
                    }))
                    .isInstanceOf(AttemptLostException.class);
            assertThat(redis.exec("EXISTS", Keys.under("").record(key))).isEqualTo(0L);
        }
    }

    @Test
    void a_server_that_is_gone_certainly_did_nothing() {
        granted(store, claim(key, "ann"));
        redis.kill();
        Await.until(
                "the loss of the connection",
                PATIENCE,
                () -> !failure(() -> store.claim(claim(key, "ann"))).outcomeUnknown());
        assertUnavailable(() -> store.claim(claim(key, "ann")), false, "is not connected");
        redis.restart();
        again(() -> store.claim(claim(key, "ann")));
    }

    @Test
    void a_server_that_cannot_be_reached_is_said_to_be_so() {
        redis.kill();
        assertThatThrownBy(() -> RedisIdempotency.connect(redis.url()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("127.0.0.1:" + redis.port());
    }

    /** The answer, as soon as the server gives one. */
    static <T> T again(Supplier<CompletionStage<T>> call) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return answer(call.get());
            } catch (CompletionException e) {
                assertThat(end - System.nanoTime()).as("the time left, %s", e).isPositive();
            }
        }
    }

    static StoreUnavailableException failure(Supplier<CompletionStage<?>> call) {
        try {
            return new StoreUnavailableException("no failure, but " + answer(call.get()), true, null);
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOf(StoreUnavailableException.class);
            return (StoreUnavailableException) Objects.requireNonNull(e.getCause());
        }
    }

    /** What a call is refused with for good. */
    static String refusal(Supplier<CompletionStage<?>> call) {
        try {
            return "no failure, but " + answer(call.get());
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOf(IllegalStateException.class);
            return String.valueOf(Objects.requireNonNull(e.getCause()).getMessage());
        }
    }

    static void assertUnavailable(Supplier<CompletionStage<?>> call, boolean outcomeUnknown, String message) {
        StoreUnavailableException failure = failure(call);
        assertThat(failure).hasMessageContaining(message);
        assertThat(failure.outcomeUnknown()).as(failure.toString()).isEqualTo(outcomeUnknown);
    }
}
