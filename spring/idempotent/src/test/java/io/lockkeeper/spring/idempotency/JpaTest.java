package io.lockkeeper.spring.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.RequestRefusedException;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;

/** Idempotency in transactions of Hibernate, which writes at their end. */
class JpaTest {

    private final TestApplication application = TestApplication.start(Map.of(), Jpa.class, Shop.class);
    private final Shop shop = application.get(Shop.class);
    private final JdbcTemplate jdbc = new JdbcTemplate(application.get(DataSource.class));

    @AfterEach
    void stop() {
        application.close();
    }

    private int rows() {
        Integer rows = jdbc.queryForObject("select count(*) from Sold", Integer.class);
        return rows == null ? -1 : rows;
    }

    @Test
    void whatAnEntityManagerWritesCommitsWithTheOutcome() {
        assertThat(shop.sell("a", 1)).isEqualTo("sold a");
        assertThat(shop.sell("a", 1)).isEqualTo("sold a");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void whatAnEntityManagerHasNotWrittenYetIsUndoneToo() {
        assertThatThrownBy(() -> shop.sell("a", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(rows()).isZero();
        assertThatThrownBy(() -> shop.sell("b", -1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> shop.sell("b", -1)).isInstanceOf(RequestRefusedException.class);
        assertThat(rows()).isZero();
    }

    @Test
    void whatCannotBeWrittenLeavesNoMark() {
        assertThat(shop.sell("a", 1)).isEqualTo("sold a");
        for (int run = 1; run <= 2; run++) {
            // The same primary key under another idempotency key: found when it is written, at the commit.
            assertThatThrownBy(() -> shop.sellAs("other", "a")).isNotInstanceOf(RequestRefusedException.class);
        }
        assertThat(rows()).isEqualTo(1);
    }

    static class Shop {

        @PersistenceContext
        @Nullable
        EntityManager entities;

        @Idempotent(key = "#id", storedFailures = IllegalStateException.class)
        public String sell(String id, int amount) {
            write(id);
            if (amount == 0) {
                throw new IllegalArgumentException("nothing");
            }
            if (amount < 0) {
                throw new IllegalStateException("less than nothing");
            }
            return "sold " + id;
        }

        @Idempotent("#key")
        public String sellAs(String key, String id) {
            write(id);
            return id;
        }

        private void write(String id) {
            Sold sold = new Sold();
            sold.id = id;
            Objects.requireNonNull(entities).persist(sold);
        }
    }

    /** What was sold. */
    @Entity(name = "Sold")
    static class Sold {
        @Id
        @Nullable
        String id;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIdempotent(proxyTargetClass = true)
    static class Jpa {

        @Bean
        DataSource source() {
            return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        }

        @Bean
        LocalContainerEntityManagerFactoryBean entities(DataSource source) {
            LocalContainerEntityManagerFactoryBean entities = new LocalContainerEntityManagerFactoryBean();
            entities.setDataSource(source);
            entities.setManagedTypes(PersistenceManagedTypes.of(Sold.class.getName()));
            entities.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            entities.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "create"));
            return entities;
        }

        @Bean
        JpaTransactionManager transactionManager(EntityManagerFactory entities) {
            return new JpaTransactionManager(entities);
        }

        @Bean
        Idempotency idempotency(DataSource source, PlatformTransactionManager transactions) {
            return new SpringTransactionalIdempotency(JdbcIdempotency.transactional(source), transactions, source);
        }
    }
}
