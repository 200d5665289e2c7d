package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Many at once: no stock is sold twice and no deposit is lost; and those who look would see it. */
interface RacesContract extends OnDatabase {

    int EACH = 20;

    @Test
    default void nobodyOversells() throws Exception {
        long id = bank().open(100);
        CounterColumn stock = new CounterColumn("account", "id", "balance");
        List<Long> sold = Crowd.all(() -> {
            long mine = 0;
            while (stock.take(bank().source(), id, 3) instanceof CounterOutcome.Updated) {
                mine += 3;
            }
            return mine;
        });
        assertNothingOversold(id, 100, sold);
        assertThat(bank().number("balance", id)).isEqualTo(1);
    }

    @Test
    default void aSaleWithoutTheConditionIsSeenToOversell() throws Exception {
        long id = bank().open(4);
        CyclicBarrier allHaveLooked = new CyclicBarrier(Crowd.SIZE);
        List<Long> sold = Crowd.all(() -> {
            boolean enough = bank().number("balance", id) >= 3;
            allHaveLooked.await();
            if (enough) {
                bank().execute("UPDATE account SET balance = balance - 3 WHERE id = " + id);
            }
            return enough ? 3L : 0L;
        });
        assertThatThrownBy(() -> assertNothingOversold(id, 4, sold)).isInstanceOf(AssertionError.class);
    }

    @Test
    default void noDepositIsLost() throws Exception {
        long id = bank().open(0);
        Retries many = Retries.of(1_000, Duration.ofMillis(1), Duration.ofMillis(20));
        VersionedTable<Long> balances =
                new VersionedTable<>("account", "id", "version", Columns.one("balance", Long.class)).withRetries(many);
        AtomicLong attempts = new AtomicLong();
        CyclicBarrier allHaveRead = new CyclicBarrier(Crowd.SIZE);
        Crowd.all(() -> {
            AtomicBoolean met = new AtomicBoolean();
            for (int deposit = 0; deposit < EACH; deposit++) {
                VersionOutcome<Versioned<Long>> outcome = balances.update(bank().source(), id, balance -> {
                    attempts.incrementAndGet();
                    Crowd.meetOnce(met, allHaveRead);
                    return balance + 1;
                });
                assertThat(outcome).isInstanceOf(VersionOutcome.Updated.class);
            }
            return true;
        });
        assertNoDepositIsLost(id, Crowd.SIZE * EACH);
        assertThat(bank().number("version", id)).isEqualTo(1 + Crowd.SIZE * EACH);
        assertThat(attempts.get()).as("those who met").isGreaterThanOrEqualTo(Crowd.SIZE * EACH + Crowd.SIZE - 1);
    }

    @Test
    default void depositsWithoutTheVersionAreSeenToBeLost() throws Exception {
        long id = bank().open(0);
        CyclicBarrier allHaveRead = new CyclicBarrier(Crowd.SIZE);
        Crowd.all(() -> {
            long balance = bank().number("balance", id);
            allHaveRead.await();
            bank().execute("UPDATE account SET balance = " + (balance + 1) + " WHERE id = " + id);
            return true;
        });
        assertThatThrownBy(() -> assertNoDepositIsLost(id, Crowd.SIZE)).isInstanceOf(AssertionError.class);
    }

    @Test
    default void theGreatestTokenHasTheLastWord() throws Exception {
        long id = bank().open(0);
        FencedTable fenced = new FencedTable("account", "id", "fence");
        AtomicLong tokens = new AtomicLong(1_000);
        Crowd.all(() -> {
            for (int write = 0; write < EACH; write++) {
                long token = tokens.getAndDecrement(); // The greatest are the first, so most who follow are stale.
                fenced.write(bank().source(), id, token, Map.of("balance", token));
            }
            return true;
        });
        assertGreatestHasTheLastWord(id);
    }

    @Test
    default void aWriteWithoutTheFenceIsSeenToComeTooLate() throws Exception {
        long id = bank().open(0);
        for (long token : new long[] {1_000, 999}) {
            bank().execute("UPDATE account SET balance = " + token + ", fence = " + token + " WHERE id = " + id);
        }
        assertThatThrownBy(() -> assertGreatestHasTheLastWord(id)).isInstanceOf(AssertionError.class);
    }

    private void assertGreatestHasTheLastWord(long id) throws Exception {
        assertThat(bank().number("balance", id)).isEqualTo(1_000);
        assertThat(bank().number("fence", id)).isEqualTo(1_000);
    }

    private void assertNothingOversold(long id, long stock, List<Long> sold) throws Exception {
        long all = sold.stream().mapToLong(Long::longValue).sum();
        assertThat(all).as("sold").isLessThanOrEqualTo(stock);
        assertThat(bank().number("balance", id)).as("left").isEqualTo(stock - all);
    }

    private void assertNoDepositIsLost(long id, long deposits) throws Exception {
        assertThat(bank().number("balance", id)).isEqualTo(deposits);
    }
}
