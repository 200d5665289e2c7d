package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@OnEveryDatabase
class LeasedStoreTest {

    private static final StoredEnd END =
            new StoredEnd(IdempotencyState.COMPLETED, new byte[] {1}, Retention.of(Duration.ofDays(1)));

    private final IdempotencyKey key = IdempotencyKey.of("scope", "id");
    private final Kind kind;
    private LeaseBench bench;
    private TestSource source;
    private IdempotencyStore store;

    LeasedStoreTest(Kind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        bench = LeaseBench.on(kind);
        source = bench.source();
        store = bench.store(source);
        store.catalogue().find(key);
    }

    @AfterEach
    void close() {
        store.close();
        assertThat(source.faults()).isEmpty();
    }

    private static <A> A answer(CompletionStage<A> stage) {
        return stage.toCompletableFuture().join();
    }

    private Ownership own(IdempotencyKey owned) {
        IdempotencyClaim claim = LeasedRaceTest.claim(owned);
        return new Ownership(owned, claim.owner(), ((ClaimAnswer.Granted) answer(store.claim(claim))).token());
    }

    private static LeaseRenewal renewal(Ownership owned) {
        return new LeaseRenewal(owned, Duration.ofMinutes(1), Retention.of(Duration.ofDays(1)));
    }

    /** Where it applies: H2 has to be told how long to wait for rows, and told back. */
    @TestFactory
    Stream<DynamicTest> a_claim_an_outcome_and_a_repeat_are_one_statement_each() {
        return Kind.where(kind != Kind.H2, () -> {
            boolean looks = kind == Kind.MYSQL;
            own(IdempotencyKey.of("scope", "before"));
            int before = source.statements();
            Ownership owned = own(key);
            int claimed = source.statements();
            answer(store.finish(owned, END));
            int finished = source.statements();
            answer(store.claim(LeasedRaceTest.claim(key)));
            int repeated = source.statements();
            assertThat(claimed - before).isEqualTo(looks ? 2 : 1);
            assertThat(finished - claimed).isEqualTo(1);
            assertThat(repeated - finished).isEqualTo(1);
        });
    }

    @Test
    void a_second_copy_of_a_change_has_the_same_answer() {
        Ownership owned = own(key);
        RecoveryPoint point = new RecoveryPoint("step", new byte[] {1});
        assertThat(answer(store.note(owned, point))).isEqualTo(ChangeAnswer.DONE);
        assertThat(answer(store.note(owned, point))).isEqualTo(ChangeAnswer.DONE);
        assertThat(answer(store.release(owned))).isEqualTo(ChangeAnswer.DONE);
        assertThat(answer(store.release(owned))).isEqualTo(ChangeAnswer.DONE);
        Ownership second = own(key);
        assertThat(second.token()).isGreaterThan(owned.token());
        assertThat(answer(store.release(owned))).isEqualTo(ChangeAnswer.LOST);
        assertThat(answer(store.withdraw(key, second.owner()))).isEqualTo(ChangeAnswer.DONE);
        assertThat(answer(store.withdraw(key, second.owner()))).isEqualTo(ChangeAnswer.DONE);
        Ownership third = own(key);
        assertThat(answer(store.finish(third, END))).isEqualTo(ChangeAnswer.DONE);
        assertThat(answer(store.finish(third, END))).isEqualTo(ChangeAnswer.DONE);
        assertThat(answer(store.withdraw(key, second.owner()))).isEqualTo(ChangeAnswer.LOST);
    }

    @Test
    void a_late_copy_of_a_withdrawn_claim_is_refused() {
        IdempotencyClaim came = LeasedRaceTest.claim(key);
        answer(store.claim(came));
        answer(store.withdraw(key, came.owner()));
        assertThat(answer(store.claim(came))).isInstanceOf(ClaimAnswer.Held.class);
        IdempotencyKey other = IdempotencyKey.of("scope", "other");
        IdempotencyClaim late = LeasedRaceTest.claim(other);
        assertThat(answer(store.withdraw(other, late.owner()))).isEqualTo(ChangeAnswer.LOST);
        assertThat(answer(store.withdraw(other, late.owner()))).isEqualTo(ChangeAnswer.LOST);
        assertThat(answer(store.claim(late))).isInstanceOf(ClaimAnswer.Held.class);
        assertThat(store.catalogue().find(other)).isEmpty();
        own(key);
        own(other);
    }

    /** Of two copies of a claim, the second was granted and released before the first came. */
    @Test
    void a_late_copy_of_a_released_claim_is_refused() {
        IdempotencyClaim came = LeasedRaceTest.claim(key);
        long token = ((ClaimAnswer.Granted) answer(store.claim(came))).token();
        answer(store.release(new Ownership(key, came.owner(), token)));
        assertThat(answer(store.claim(came))).isInstanceOf(ClaimAnswer.Held.class);
        assertThat(store.catalogue().find(key)).isEmpty();
        assertThat(own(key).token()).isGreaterThan(token);
    }

    @Test
    void a_row_of_another_format_is_held_and_never_written() throws Exception {
        Ownership owned = own(key);
        bench.execute("UPDATE " + bench.table() + " SET format = 2, lease_end = 1");
        assertThat(answer(store.claim(LeasedRaceTest.claim(key)))).isInstanceOf(ClaimAnswer.Held.class);
        assertThat(answer(store.finish(owned, END))).isEqualTo(ChangeAnswer.LOST);
        assertThat(answer(store.release(owned))).isEqualTo(ChangeAnswer.LOST);
        assertThat(answer(store.withdraw(key, owned.owner()))).isEqualTo(ChangeAnswer.LOST);
        assertThat(answer(store.renew(List.of(renewal(owned))))).containsExactly(owned);
        assertThat(bench.number("SELECT count(*) FROM " + bench.table() + " WHERE format = 2 AND lease_end = 1"))
                .isEqualTo(1);
    }

    @Test
    void a_mark_of_an_open_transaction_is_held() throws Exception {
        try (TransactionalIdempotency transactional =
                JdbcIdempotency.transactional(bench.source(), bench.settings(Duration.ofSeconds(60)))) {
            transactional.runInTransaction(Shop.call("a"), attempt -> {
                assertThat(answer(
                                store.claim(LeasedRaceTest.claim(Shop.call("a").key()))))
                        .isInstanceOf(ClaimAnswer.Held.class);
                return "value";
            });
            assertThat(answer(store.claim(LeasedRaceTest.claim(Shop.call("a").key()))))
                    .isInstanceOf(ClaimAnswer.Finished.class);
            own(Shop.call("b").key());
            assertThat(transactional.runInTransaction(Shop.call("b"), attempt -> "run twice"))
                    .isInstanceOf(io.lockkeeper.idempotency.Outcome.InFlight.class);
        }
    }

    @Test
    void a_mark_of_an_open_transaction_is_no_outage() throws Exception {
        Duration timeout = Duration.ofSeconds(10);
        try (IdempotencyStore hasty = new JdbcLeasedStore(bench.source(), bench.settings(timeout));
                TransactionalIdempotency transactional =
                        JdbcIdempotency.transactional(bench.source(), bench.settings(timeout))) {
            transactional.runInTransaction(Shop.call("a"), attempt -> {
                assertThat(answer(
                                hasty.claim(LeasedRaceTest.claim(Shop.call("a").key()))))
                        .isInstanceOf(ClaimAnswer.Held.class);
                return "value";
            });
        }
    }

    @Test
    void hundreds_of_leases_are_renewed_though_some_are_lost() {
        List<LeaseRenewal> due = new ArrayList<>();
        List<Ownership> gone = new ArrayList<>();
        for (int number = 0; number < 60; number++) {
            Ownership owned = own(IdempotencyKey.of("many", "id " + number));
            due.add(renewal(owned));
            if (number % 20 == 7) {
                answer(store.release(owned));
                gone.add(owned);
            }
        }
        assertThat(answer(store.renew(due))).containsExactlyInAnyOrderElementsOf(gone);
    }

    @Test
    void leases_are_renewed_by_one_statement() {
        List<LeaseRenewal> due = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            due.add(renewal(own(IdempotencyKey.of("many", "id " + number))));
        }
        int before = source.statements();
        assertThat(answer(store.renew(due))).isEmpty();
        assertThat(source.statements() - before).isEqualTo(1);
    }

    /** It is not said to be lost, nor renewed. */
    @Test
    void a_lease_whose_row_is_locked_is_not_renewed() throws Exception {
        Ownership locked = own(key);
        Ownership free = own(IdempotencyKey.of("scope", "free"));
        try (Connection connection = bench.connect()) {
            connection.setAutoCommit(false);
            String row = kind == Kind.POSTGRESQL || kind == Kind.H2
                    ? "token = " + locked.token()
                    : "scope = 'scope' AND id = 'id'";
            TestSource.execute(connection, "UPDATE " + bench.table() + " SET attempts = 5 WHERE " + row);
            long before = leaseEnd(free);
            CompletionException failure = catchThrowableOfType(
                    CompletionException.class, () -> answer(store.renew(List.of(renewal(locked), renewal(free)))));
            assertThat(failure.getCause()).isInstanceOf(StoreUnavailableException.class);
            assertThat(leaseEnd(free)).isNotEqualTo(before);
            connection.rollback();
        }
        assertThat(answer(store.renew(List.of(renewal(locked), renewal(free))))).isEmpty();
    }

    private long leaseEnd(Ownership owned) throws Exception {
        return bench.number("SELECT lease_end FROM " + bench.table() + " WHERE token = " + owned.token());
    }

    @Test
    void without_a_connection_nothing_was_done() {
        source.refuse(new SQLTransientConnectionException("none is left"));
        CompletionException failure =
                catchThrowableOfType(CompletionException.class, () -> answer(store.claim(LeasedRaceTest.claim(key))));
        assertThat(failure.getCause())
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        unavailable -> assertThat(unavailable.outcomeUnknown()).isFalse());
        source.refuse(null);
        own(key);
    }
}
