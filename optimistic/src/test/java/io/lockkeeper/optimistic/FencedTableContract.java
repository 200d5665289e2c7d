package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A row refuses whoever comes with a smaller token than it has seen. */
interface FencedTableContract extends OnDatabase {

    FencedTable FENCED = new FencedTable("account", "id", "fence");

    @Test
    default void aGreaterTokenWritesAndAnEqualOneToo() throws Exception {
        long id = bank().open(100);
        assertThat(FENCED.write(bank().source(), id, 7, Map.of("balance", 5, "owner", "Bob")))
                .isEqualTo(new FenceOutcome.Updated(1));
        assertThat(FENCED.write(bank().source(), id, 7, Map.of("balance", 6))).isEqualTo(new FenceOutcome.Updated(1));
        assertThat(bank().number("balance", id)).isEqualTo(6);
        assertThat(bank().number("fence", id)).isEqualTo(7);
    }

    @Test
    default void theSameWriteAgainIsNoConflict() throws Exception {
        long id = bank().open(100);
        FENCED.write(bank().source(), id, 7, Map.of("balance", 5));
        assertThat(FENCED.write(bank().source(), id, 7, Map.of("balance", 5))).isEqualTo(new FenceOutcome.Updated(1));
    }

    @Test
    default void anOvertakenHolderIsRefusedAndToldByWhom() throws Exception {
        long id = bank().open(100);
        FENCED.write(bank().source(), id, 8, Map.of("balance", 5));
        assertThat(FENCED.write(bank().source(), id, 7, Map.of("balance", 6))).isEqualTo(new FenceOutcome.Stale(8));
        assertThat(bank().number("balance", id)).isEqualTo(5);
    }

    @Test
    default void aReaderShowsItsTokenSoThatNobodyOvertakenWritesAfterIt() throws Exception {
        long id = bank().open(100);
        assertThat(FENCED.show(bank().source(), id, 8)).isEqualTo(new FenceOutcome.Updated(1));
        assertThat(FENCED.write(bank().source(), id, 7, Map.of("balance", 6))).isEqualTo(new FenceOutcome.Stale(8));
        assertThat(FENCED.show(bank().source(), id, 7)).isEqualTo(new FenceOutcome.Stale(8));
    }

    @Test
    default void aFencedRowThatIsNotThereIsGone() throws Exception {
        assertThat(FENCED.write(bank().source(), -1, 7, Map.of("balance", 6))).isEqualTo(new FenceOutcome.Gone());
    }

    @Test
    default void aFenceThatIsNullIsAnErrorThatSaysSo() throws Exception {
        long id = bank().open(100);
        bank().execute("UPDATE account SET fence = NULL WHERE id = " + id);
        assertThatThrownBy(() -> FENCED.write(bank().source(), id, 7, Map.of("balance", 6)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("(?i).*fence.* NOT NULL.*");
    }

    @Test
    default void valuesOfAFencedWriteMayBeNull() throws Exception {
        long id = bank().open(100);
        Map<String, @Nullable Object> nobody = new HashMap<>();
        nobody.put("owner", null);
        assertThat(FENCED.write(bank().source(), id, 7, nobody)).isEqualTo(new FenceOutcome.Updated(1));
    }

    @Test
    default void aFencedWriteInTheCallersTransactionEndsWithIt() throws Exception {
        long id = bank().open(100);
        assertThat(rolledBack(
                        Connection.TRANSACTION_READ_COMMITTED,
                        connection -> FENCED.write(connection, id, 7, Map.of("balance", 6))))
                .isEqualTo(new FenceOutcome.Updated(1));
        assertThat(bank().number("fence", id)).isZero();
    }
}
