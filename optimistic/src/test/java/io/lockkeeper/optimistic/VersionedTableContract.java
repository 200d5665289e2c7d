package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An update by version never writes over what it has not read. */
interface VersionedTableContract extends OnDatabase {

    VersionedTable<Account> ACCOUNTS = new VersionedTable<>("account", "id", "version", Account.COLUMNS)
            .withRetries(Retries.standard().withAttempts(3).withPause(most -> {}));

    @Test
    default void anUpdateWritesTheValueAndOneVersionMore() throws Exception {
        long id = bank().open(100);
        assertThat(ACCOUNTS.update(bank().source(), id, account -> account.plus(5)))
                .isEqualTo(new VersionOutcome.Updated<>(new Versioned<>(new Account("Ada", 105), 2), 1));
        assertThat(bank().number("balance", id)).isEqualTo(105);
        assertThat(bank().number("version", id)).isEqualTo(2);
    }

    @Test
    default void whatSomebodyElseWroteMeanwhileIsReadAgain() throws Exception {
        long id = bank().open(100);
        List<Long> read = new ArrayList<>();
        VersionOutcome<Versioned<Account>> outcome = ACCOUNTS.update(bank().source(), id, account -> {
            read.add(account.balance());
            if (read.size() == 1) {
                bank().deposit(id, 20);
            }
            return account.plus(5);
        });
        assertThat(outcome).isEqualTo(new VersionOutcome.Updated<>(new Versioned<>(new Account("Ada", 125), 3), 2));
        assertThat(read).containsExactly(100L, 120L);
    }

    @Test
    default void whoIsAlwaysLateIsToldSoAndWritesNothing() throws Exception {
        long id = bank().open(100);
        VersionOutcome<Versioned<Account>> outcome = ACCOUNTS.update(bank().source(), id, account -> {
            bank().deposit(id, 20);
            return account.plus(5);
        });
        assertThat(outcome).isEqualTo(new VersionOutcome.Conflict<>(3, Optional.empty()));
        assertThat(bank().number("balance", id)).isEqualTo(160);
    }

    @Test
    default void aRowThatIsNotThereIsGone() throws Exception {
        assertThat(ACCOUNTS.update(bank().source(), -1, account -> account.plus(5)))
                .isEqualTo(new VersionOutcome.Gone<>());
    }

    @Test
    default void aRowThatIsDeletedMeanwhileIsGone() throws Exception {
        long id = bank().open(100);
        assertThat(ACCOUNTS.update(bank().source(), id, account -> {
                    bank().delete(id);
                    return account.plus(5);
                }))
                .isEqualTo(new VersionOutcome.Gone<>());
    }

    @Test
    default void aRowThatIsDeletedDuringTheLastAttemptIsGoneAndNoConflict() throws Exception {
        long id = bank().open(100);
        assertThat(ACCOUNTS.withRetries(Retries.none()).update(bank().source(), id, account -> {
                    bank().delete(id);
                    return account.plus(5);
                }))
                .isEqualTo(new VersionOutcome.Gone<>());
    }

    @Test
    default void aChangeThatThrowsWritesNothing() throws Exception {
        long id = bank().open(100);
        assertThatThrownBy(() -> ACCOUNTS.update(bank().source(), id, account -> {
                    throw new IllegalArgumentException("not on Sundays");
                }))
                .hasMessage("not on Sundays");
        assertThat(bank().number("version", id)).isEqualTo(1);
        assertThat(bank().borrowed()).isZero();
    }

    @Test
    default void valuesMayBeNull() throws Exception {
        long id = bank().open(100);
        ACCOUNTS.update(bank().source(), id, account -> new Account(null, 7));
        assertThat(ACCOUNTS.update(bank().source(), id, account -> account))
                .isEqualTo(new VersionOutcome.Updated<>(new Versioned<>(new Account(null, 7), 3), 1));
    }

    @Test
    default void aSingleColumnNeedsNoMore() throws Exception {
        long id = bank().open(100);
        VersionedTable<String> owners =
                new VersionedTable<>("account", "id", "version", Columns.one("owner", String.class));
        assertThat(owners.update(bank().source(), id, owner -> owner + "'; DROP TABLE account; --"))
                .isEqualTo(new VersionOutcome.Updated<>(new Versioned<>("Ada'; DROP TABLE account; --", 2), 1));
    }

    @Test
    default void noConnectionIsHeldDuringAPause() throws Exception {
        long id = bank().open(100);
        List<Integer> borrowed = new ArrayList<>();
        Retries counting = Retries.standard().withAttempts(2).withPause(most -> borrowed.add(bank().borrowed()));
        ACCOUNTS.withRetries(counting).update(bank().source(), id, account -> {
            bank().deposit(id, 20);
            return account;
        });
        assertThat(borrowed).containsExactly(0);
    }
}
