package io.lockkeeper.spring.boot.idempotency;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotencySettings;
import io.lockkeeper.spring.idempotency.SpringTransactionalIdempotency;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.ClassUtils;

/** Records in the database of the application's transactions. */
final class TransactionalRecords {

    static final boolean PRESENT = isPresent("io.lockkeeper.idempotency.jdbc.JdbcIdempotency")
            && isPresent("org.springframework.jdbc.datasource.DataSourceUtils")
            && isPresent("org.springframework.transaction.PlatformTransactionManager");

    private TransactionalRecords() {}

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, TransactionalRecords.class.getClassLoader());
    }

    /** Empty if there is not one of each, or a primary one. */
    static Optional<Idempotency> open(
            ConfigurableListableBeanFactory beans,
            IdempotencyProperties properties,
            Supplier<IdempotencySettings> settings) {
        return Sources.open(beans, properties, settings);
    }

    /** Loaded only if all of it is there. */
    private static final class Sources {

        static Optional<Idempotency> open(
                ConfigurableListableBeanFactory beans,
                IdempotencyProperties properties,
                Supplier<IdempotencySettings> settings) {
            DataSource source = beans.getBeanProvider(DataSource.class).getIfUnique();
            PlatformTransactionManager manager =
                    beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique();
            if (source == null || manager == null) {
                return Optional.empty();
            }
            JdbcIdempotencySettings table = JdbcIdempotencySettings.defaults()
                    .withTable(properties.table())
                    .withCreateTable(properties.createTable())
                    .withGeneral(settings.get());
            String schema = properties.schema();
            return Optional.of(new SpringTransactionalIdempotency(
                    JdbcIdempotency.transactional(source, schema == null ? table : table.withSchema(schema)),
                    manager,
                    source));
        }
    }
}
