package io.lockkeeper.jdbc;

import static io.lockkeeper.jdbc.ClaimsOf.answer;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An answer that comes after its caller was told that there was none changes nothing. */
class LateAnswerTest extends OneDatabase {

    private static final Duration LEASE = Duration.ofHours(1);

    private volatile CountDownLatch gate = new CountDownLatch(1);
    private volatile @Nullable Thread late;
    private volatile @Nullable Thread mail;

    LateAnswerTest() {
        super(TestDatabase::h2);
    }

    @BeforeEach
    void begin() {
        gate = new CountDownLatch(1);
        late = null;
        mail = null;
    }

    @Test
    void aClaimThatWasWithdrawnIsNotWaitedForWhenItTurnsOutToBeQueued() throws Exception {
        JdbcSettings impatient = JdbcSettings.defaults().withTimeout(Duration.ofSeconds(1));
        try (JdbcStore anns = database().open();
                JdbcStore eves = JdbcStore.over(new LateOnce(), impatient)) {
            new ClaimsOf("ann").hold(anns, "orders", LEASE);
            answer(eves.listen("eve", new RecordedSignals()));
            Claim waits = new ClaimsOf("eve").waiting("orders", LEASE);
            assertThatThrownBy(() -> ClaimsOf.send(eves, waits)).hasCauseInstanceOf(StoreUnavailableException.class);
            Await.until("it is withdrawn", PATIENCE, () -> succeeds(() -> eves.withdraw(waits, true)));
            gate.countDown();
            Await.until("the answer has come", PATIENCE, () -> isIn(late, "java.util.concurrent.LinkedBlockingQueue"));
            assertThatNobodyLooksForMail(eves);
        }
    }

    @Test
    void aClaimThatWasWithdrawnBeforeItsAnswerCameIsNotWaitedFor() {
        JdbcSettings patient = JdbcSettings.defaults().withTimeout(PATIENCE);
        try (JdbcStore anns = database().open();
                JdbcStore eves = JdbcStore.over(new LateOnce(), patient)) {
            new ClaimsOf("ann").hold(anns, "letters", LEASE);
            answer(eves.listen("eve", new RecordedSignals()));
            Claim waits = new ClaimsOf("eve").waiting("letters", LEASE);
            CompletionStage<ClaimOutcome> asked = eves.claim(waits);
            Await.until(
                    "it is in the queue", PATIENCE, () -> late != null && isIn(late, CountDownLatch.class.getName()));
            answer(eves.withdraw(waits, false).thenApply(done -> true));
            gate.countDown();
            assertThat(answer(asked)).isInstanceOf(ClaimOutcome.Queued.class);
            assertThatNobodyLooksForMail(eves);
        }
    }

    private void assertThatNobodyLooksForMail(JdbcStore eves) {
        Claim wakes = new ClaimsOf("eve").now("bills", Duration.ofMillis(1));
        Await.until("mail is looked for", PATIENCE, () -> succeeds(() -> eves.claim(wakes)) && mail != null);
        Await.until(
                "nobody looks for mail any more",
                PATIENCE,
                () -> requireNonNull(mail).getState() == Thread.State.WAITING);
    }

    /** Its timeout is short, and the machine may be busy. */
    private static boolean succeeds(Supplier<CompletionStage<?>> call) {
        try {
            return answer(call.get().thenApply(done -> true));
        } catch (CompletionException busy) {
            return false;
        }
    }

    private static boolean isIn(@Nullable Thread thread, String type) {
        return Arrays.stream(requireNonNull(thread).getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(type));
    }

    /** Keeps the first worker from going on after its statements. */
    private final class LateOnce extends PlainDataSource {

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = DriverManager.getConnection(database().url());
            String thread = Thread.currentThread().getName();
            boolean first = thread.equals("lockkeeper-jdbc") && late == null;
            if (first) {
                late = Thread.currentThread();
            } else if (thread.equals("lockkeeper-jdbc-mail")) {
                mail = Thread.currentThread();
            }
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> {
                        if (first && method.getName().equals("close")) {
                            gate.await();
                        }
                        try {
                            return method.invoke(connection, arguments);
                        } catch (InvocationTargetException thrown) {
                            throw thrown.getCause();
                        }
                    });
        }
    }
}
