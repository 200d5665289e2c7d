package io.lockkeeper.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Whoever may notify, or write mail, makes nobody hold a lock and nobody lose one. */
class ForgedMessageTest {

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }

        @Override
        String sending() {
            return "SELECT pg_notify('lockkeeper_' || ?, ?)";
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnAnyDatabase {
        OnMariaDb() {
            super(TestDatabase::mariaDb);
        }

        @Override
        String sending() {
            return "INSERT INTO lockkeeper_mail2 (client, sent, text) VALUES (?, " + Long.MAX_VALUE + ", ?)";
        }
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
        }

        abstract String sending();

        @Test
        void aGrantWithoutTheSecretOfItsClaimIsNone() throws Exception {
            try (LockClient ann = client();
                    LockClient eve = client()) {
                Lease held = ann.lock("orders").acquire();
                CompletableFuture<Lease> waiting =
                        eve.lock("orders").acquireAsync().toCompletableFuture();
                Await.until("eve waits", PATIENCE, () -> waiter() != null);
                String line = requireNonNull(waiter());
                ClaimId claim = ClaimId.parse(line.substring(0, line.indexOf('\t')));
                Grant forged = new Grant(
                        "orders",
                        claim,
                        new Tokens(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2),
                        new Remaining(Duration.ofHours(1).toNanos(), 1),
                        false);
                for (long secret : new long[] {0, 1, -1, 4711}) {
                    send(claim.client(), Message.granted(forged, secret).text());
                }
                send(claim.client(), Message.granted(forged, 1).text().replaceFirst("\n[^\n]*$", ""));
                held.close(); // Messages come in order: the real one comes last.
                Lease real = waiting.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .join();
                assertThat(real.token()).isLessThan(forged.firstToken());
                real.close();
            }
        }

        /** The engine asks the database, which knows better. */
        @Test
        void aLossIsAHint() throws Exception {
            RecordedSignals heard = new RecordedSignals();
            try (JdbcStore store = database().open()) {
                store.listen("ann", heard).toCompletableFuture().join();
                Grant grant = new ClaimsOf("ann").hold(store, "bills", Duration.ofMinutes(1));
                send("ann", Message.lost("bills", grant.claim()).text());
                Optional<Signal> told = heard.await(PATIENCE, signal -> signal instanceof Signal.MayBeLost);
                assertThat(told).isPresent();
                assertThat(heard.heard()).noneMatch(Signal.Lost.class::isInstance);
            }
        }

        /** The row knows of none. */
        @Test
        void aRecallIsAHint() throws Exception {
            RecordedSignals heard = new RecordedSignals();
            try (JdbcStore store = database().open()) {
                ClaimsOf.answer(store.listen("ann", heard));
                Grant grant = new ClaimsOf("ann").hold(store, "notes", Duration.ofMinutes(1));
                send("ann", Message.recall("notes", grant.claim()).text());
                Signal hint = new Signal.MayBeRecalled("notes", grant.claim());
                assertThat(heard.await(PATIENCE, hint::equals)).isPresent();
                assertThat(ClaimsOf.answer(store.isRecalled(grant))).isFalse();
                assertThat(ClaimsOf.answer(store.recall("notes", null))).isPresent();
                assertThat(ClaimsOf.answer(store.isRecalled(grant))).isTrue();
            }
        }

        /** Whoever can read the row knows the secret. */
        @Test
        void aGrantWithTheSecretLastsForAClaimTimeAtMost() throws Exception {
            RecordedSignals heard = new RecordedSignals();
            try (JdbcStore store = database().open()) {
                ClaimsOf.answer(store.listen("bob", heard));
                new ClaimsOf("ann").hold(store, "sales", Duration.ofMinutes(1));
                Claim claim = new ClaimsOf("bob").waiting("sales", Duration.ofMinutes(1));
                ClaimsOf.queued(store, claim);
                Grant forged = new Grant(
                        "sales",
                        claim.id(),
                        new Tokens(1, 1),
                        new Remaining(Duration.ofHours(1).toNanos(), 1),
                        false);
                send("bob", Message.granted(forged, ClaimsOf.SECRET).text());
                Signal told = heard.await(PATIENCE, signal -> signal instanceof Signal.Granted)
                        .orElseThrow();
                assertThat(((Signal.Granted) told).grant().remainingNanos())
                        .isEqualTo(JdbcSettings.LONGEST_CLAIM_TIME.toNanos());
            }
        }

        private void send(String client, String message) throws SQLException {
            try (Connection connection = database().connect();
                    PreparedStatement send = connection.prepareStatement(sending())) {
                send.setString(1, client);
                send.setString(2, message);
                send.execute();
            }
        }

        private @Nullable String waiter() throws SQLException {
            return text("SELECT MAX(waiting) FROM lockkeeper_locks2");
        }

        private @Nullable String text(String question) throws SQLException {
            try (Connection connection = database().connect();
                    PreparedStatement ask = connection.prepareStatement(question);
                    var answer = ask.executeQuery()) {
                return answer.next() ? answer.getString(1) : null;
            }
        }

        private LockClient client() {
            return LockClient.connect(database().url("lockkeeper.timeout=10s"));
        }
    }
}
