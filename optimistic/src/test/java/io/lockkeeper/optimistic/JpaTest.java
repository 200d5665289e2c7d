package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Entities whose versions JPA checks when it commits. */
class JpaTest {

    private final OptimisticUpdate updates =
            OptimisticUpdate.with(Retries.standard().withPause(most -> {}));
    private final AtomicInteger attempts = new AtomicInteger();
    private Bank bank;
    private EntityManagerFactory entities;
    private long id;

    @BeforeEach
    void open() throws SQLException {
        bank = Bank.open("jdbc:h2:mem:jpa;DB_CLOSE_DELAY=-1");
        entities = new HibernatePersistenceConfiguration("bank")
                .managedClass(AccountEntity.class)
                .property("jakarta.persistence.nonJtaDataSource", bank.source())
                .createEntityManagerFactory();
        id = bank.open(100);
    }

    @AfterEach
    void close() {
        entities.close();
        bank.close();
    }

    @Test
    void aConflictAtCommitIsTriedAgainWithWhatIsThereNow() throws Exception {
        assertThat(updates.countingAsConflict(Conflicts.ofType(OptimisticLockException.class))
                        .inTransactions(() -> deposit(5)))
                .isEqualTo(new VersionOutcome.Updated<>(125L, 2));
        assertThat(bank.number("balance", id)).isEqualTo(125);
        assertThat(bank.number("version", id)).isEqualTo(3);
    }

    @Test
    void unlessItWasSaidToBeOneItReachesTheCaller() throws Exception {
        assertThatThrownBy(() -> updates.inTransactions(() -> deposit(5)))
                .isInstanceOf(RollbackException.class)
                .hasCauseInstanceOf(OptimisticLockException.class);
        assertThat(bank.number("balance", id)).isEqualTo(120);
    }

    @Test
    void anEntityThatIsNotThereIsGone() throws Exception {
        bank.delete(id);
        assertThat(updates.inTransactions(() -> deposit(5))).isEqualTo(new VersionOutcome.Gone<>());
    }

    /** One transaction with an entity manager of its own; the first time, somebody else is faster. */
    private Optional<Long> deposit(long amount) {
        return entities.callInTransaction(manager -> {
            Optional<AccountEntity> found = Optional.ofNullable(manager.find(AccountEntity.class, id));
            if (attempts.incrementAndGet() == 1) {
                bank.deposit(id, 20);
            }
            return found.map(account -> account.balance += amount);
        });
    }

    /** The table as JPA sees it. */
    @Entity
    @Table(name = "account")
    static class AccountEntity {
        @Id
        long id;

        long balance;

        @Version
        long version;
    }
}
