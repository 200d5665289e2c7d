package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LeaseLostException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceContext;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The check before the commit in transactions of Hibernate, which sends its statements late. */
class JpaCommitTest {

    private final TestApplication application = TestApplication.start(Map.of(), JpaLocks.class, Shop.class);
    private final Shop shop = application.get(Shop.class);

    @AfterEach
    void close() {
        application.close();
    }

    private void take() {
        assertThat(application.others().forceRelease().orElseThrow().forceRelease("shop"))
                .isPresent();
    }

    private Integer stock() {
        return Objects.requireNonNull(
                application.get(JdbcTemplate.class).queryForObject("select sum(stock) from Item", Integer.class));
    }

    @Test
    void aHolderWithTheLockCommits() {
        try (LogCapture log = LogCapture.start()) {
            long item = shop.offer(5);
            shop.sell(item, () -> {});

            assertThat(stock()).isEqualTo(4);
            assertThat(log.linesWith("no lease was checked")).isEmpty();
        }
    }

    @Test
    void aHolderWhoseLockWasTakenDoesNotCommit() {
        long item = shop.offer(5);
        assertThatThrownBy(() -> shop.sell(item, this::take)).isInstanceOf(LeaseLostException.class);

        assertThat(stock()).isEqualTo(5);
    }

    @Test
    void whatHibernateHasNotSentYetComesBeforeTheCheck() {
        long item = shop.offer(5);
        assertThatThrownBy(() -> shop.sellAndRunInFlush(item, this::take)).isInstanceOf(LeaseLostException.class);

        assertThat(stock()).isEqualTo(5);
    }

    @Test
    void aCallInATransactionOfHibernateIsRefusedBeforeItAcquires() {
        TransactionTemplate transaction = application.get(TransactionTemplate.class);

        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> shop.plain()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("plain() is called by a thread that holds a connection of the pool");
    }

    /** Open-in-view keeps a session open, whose connection was that of its first transaction. */
    @Test
    void aCallInASessionThatKeepsItsConnectionIsRefusedBeforeItAcquires() {
        EntityManagerFactory factory = application.get(EntityManagerFactory.class);
        try (EntityManager view = factory.createEntityManager()) {
            TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(view));
            shop.plain();
            shop.stock();

            assertThatThrownBy(shop::plain)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("plain() is called by a thread that holds a connection of the pool");
        } finally {
            TransactionSynchronizationManager.unbindResource(factory);
        }
        shop.plain();
    }

    static class Shop {
        @PersistenceContext
        private @Nullable EntityManager entities;

        private EntityManager entities() {
            return Objects.requireNonNull(entities);
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true)
        public long offer(int stock) {
            JpaLocks.Item item = new JpaLocks.Item();
            item.stock = stock;
            entities().persist(item);
            return Objects.requireNonNull(item.id);
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true)
        public void sell(long id, Runnable meanwhile) {
            JpaLocks.Item item = entities().find(JpaLocks.Item.class, id);
            item.stock--;
            meanwhile.run();
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true)
        public void sellAndRunInFlush(long id, Runnable whenWritten) {
            JpaLocks.Item item = entities().find(JpaLocks.Item.class, id);
            item.stock--;
            item.whenWritten = whenWritten;
        }

        @Transactional(readOnly = true)
        public Long stock() {
            return entities()
                    .createQuery("select sum(i.stock) from Item i", Long.class)
                    .getSingleResult();
        }

        @Locked("plain")
        public void plain() {}
    }
}
