package io.lockkeeper.optimistic;

import static io.lockkeeper.optimistic.VersionedTableContract.ACCOUNTS;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An update on the caller's connection belongs to the caller's transaction, and tries again only where that helps. */
interface GivenConnectionContract extends OnDatabase {

    @Test
    default void anUpdateInTheCallersTransactionEndsWithIt() throws Exception {
        long id = bank().open(100);
        assertThat(rolledBack(
                        Connection.TRANSACTION_READ_COMMITTED,
                        connection -> ACCOUNTS.update(connection, id, account -> account.plus(5))))
                .isInstanceOf(VersionOutcome.Updated.class);
        assertThat(bank().number("balance", id)).isEqualTo(100);
    }

    @Test
    default void aTransactionThatSeesOthersTriesAgain() throws Exception {
        long id = bank().open(100);
        List<Long> read = new ArrayList<>();
        assertThat(rolledBack(
                        Connection.TRANSACTION_READ_COMMITTED,
                        connection -> ACCOUNTS.update(connection, id, account -> {
                            read.add(account.balance());
                            if (read.size() == 1) {
                                bank().deposit(id, 20);
                            }
                            return account.plus(5);
                        })))
                .isEqualTo(new VersionOutcome.Updated<>(new Versioned<>(new Account("Ada", 125), 3), 2));
    }

    @Test
    default void aTransactionThatSeesThePastTriesOnceAndOverwritesNothing() throws Exception {
        long id = bank().open(100);
        List<Long> read = new ArrayList<>();
        try {
            Object outcome = rolledBack(
                    Connection.TRANSACTION_REPEATABLE_READ,
                    connection -> ACCOUNTS.update(connection, id, account -> {
                        read.add(account.balance());
                        bank().deposit(id, 20);
                        return account.plus(5);
                    }));
            assertThat(outcome).isEqualTo(new VersionOutcome.Conflict<>(1, Optional.empty()));
        } catch (SQLException refused) {
            assertThat(Conflicts.inSql()).accepts(refused);
        }
        assertThat(read).containsExactly(100L);
        assertThat(bank().number("balance", id)).isEqualTo(120);
    }

    @Test
    default void aConnectionWithoutTransactionIsLikeASource() throws Exception {
        long id = bank().open(100);
        List<Long> read = new ArrayList<>();
        try (Connection connection = bank().source().getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(ACCOUNTS.update(connection, id, account -> {
                        read.add(account.balance());
                        if (read.size() == 1) {
                            bank().deposit(id, 20);
                        }
                        return account.plus(5);
                    }))
                    .isEqualTo(new VersionOutcome.Updated<>(new Versioned<>(new Account("Ada", 125), 3), 2));
        }
    }
}
