package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import org.junit.jupiter.api.Test;

/** An update by condition takes what is there, or nothing and says why. */
interface CounterColumnContract extends OnDatabase {

    CounterColumn BALANCES = new CounterColumn("account", "id", "balance");

    @Test
    default void whatIsThereCanBeTaken() throws Exception {
        long id = bank().open(5);
        assertThat(BALANCES.take(bank().source(), id, 3)).isEqualTo(new CounterOutcome.Updated(1));
        assertThat(BALANCES.take(bank().source(), id, 2)).isEqualTo(new CounterOutcome.Updated(1));
        assertThat(bank().number("balance", id)).isZero();
    }

    @Test
    default void tooLittleIsToldAndStays() throws Exception {
        long id = bank().open(4);
        assertThat(BALANCES.take(bank().source(), id, 5)).isEqualTo(new CounterOutcome.NotEnough(4));
        assertThat(BALANCES.take(bank().source(), id, Long.MAX_VALUE)).isEqualTo(new CounterOutcome.NotEnough(4));
        assertThat(bank().number("balance", id)).isEqualTo(4);
    }

    @Test
    default void aCounterThatIsNotThereIsGone() throws Exception {
        assertThat(BALANCES.take(bank().source(), -1, 1)).isEqualTo(new CounterOutcome.Gone());
    }

    @Test
    default void nothingOrLessIsNotTaken() throws Exception {
        long id = bank().open(4);
        assertThatThrownBy(() -> BALANCES.take(bank().source(), id, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BALANCES.take(bank().source(), id, -3)).isInstanceOf(IllegalArgumentException.class);
        assertThat(bank().number("balance", id)).isEqualTo(4);
    }

    @Test
    default void takingInTheCallersTransactionEndsWithIt() throws Exception {
        long id = bank().open(5);
        assertThat(rolledBack(Connection.TRANSACTION_READ_COMMITTED, connection -> BALANCES.take(connection, id, 3)))
                .isEqualTo(new CounterOutcome.Updated(1));
        assertThat(bank().number("balance", id)).isEqualTo(5);
    }

    @Test
    default void theTransactionGoesOnAfterARefusal() throws Exception {
        long id = bank().open(5);
        assertThat(rolledBack(Connection.TRANSACTION_REPEATABLE_READ, connection -> {
                    assertThat(BALANCES.take(connection, id, 6)).isEqualTo(new CounterOutcome.NotEnough(5));
                    return BALANCES.take(connection, id, 4);
                }))
                .isEqualTo(new CounterOutcome.Updated(1));
    }
}
