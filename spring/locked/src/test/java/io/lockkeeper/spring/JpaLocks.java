package io.lockkeeper.spring;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Transient;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** {@link DatabaseLocks}, whose transactions are those of Hibernate. */
@Configuration(proxyBeanMethods = false)
@Import(DatabaseLocks.class)
class JpaLocks {

    @Bean
    LocalContainerEntityManagerFactoryBean entities(DataSource source) {
        LocalContainerEntityManagerFactoryBean entities = new LocalContainerEntityManagerFactoryBean();
        entities.setDataSource(source);
        entities.setManagedTypes(PersistenceManagedTypes.of(Item.class.getName()));
        entities.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        entities.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "create"));
        return entities;
    }

    @Bean
    @Primary
    JpaTransactionManager jpa(EntityManagerFactory entities) {
        return new JpaTransactionManager(entities);
    }

    /** What is sold. */
    @Entity(name = "Item")
    static class Item {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @Nullable
        Long id;

        int stock;

        @Transient
        @Nullable
        Runnable whenWritten;

        @PreUpdate
        void written() {
            if (whenWritten != null) {
                whenWritten.run();
            }
        }
    }
}
