package io.lockkeeper.spring;

import io.lockkeeper.LockClient;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * The databases of which a {@link LockDatabase} says that a client keeps its locks there.
 *
 * @param databases none, or one
 * @param checks what checks its leases before a transaction commits
 */
record LockDatabases(List<LockDatabase> databases, List<? extends TransactionExecutionListener> checks) {

    /** Only Hibernate is known to keep connections of sessions between their transactions. */
    private static final boolean SESSIONS = isPresent("org.springframework.orm.jpa.EntityManagerHolder")
            && isPresent("org.hibernate.engine.spi.SharedSessionContractImplementor");

    private static final String JTA = "org.springframework.transaction.jta.JtaTransactionManager";

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, LockDatabases.class.getClassLoader());
    }

    static LockDatabases of(ConfigurableBeanFactory beans, LockClient client) {
        if (beans.getBeanProvider(StandIns.class).stream().anyMatch(standIns -> standIns.contains(client))) {
            return new LockDatabases(List.of(), List.of(new StandInCheck(client)));
        }
        List<LockDatabase> databases = beans.getBeanProvider(LockDatabase.class).stream()
                .filter(database -> database.client() == client)
                .toList();
        return new LockDatabases(
                databases, databases.stream().map(CommitCheck::new).toList());
    }

    /** Whether the calling thread holds a connection of one of them. */
    boolean isConnected() {
        for (LockDatabase database : databases) {
            DataSource pool = unwrapped(database.source());
            if (connection(pool) != null || (SESSIONS && OpenSessions.isConnected(bound -> unwrapped(bound) == pool))) {
                return true;
            }
        }
        return false;
    }

    /** The calling thread's connection of a source, whichever of its wrappers it was asked of; null if it has none. */
    static @Nullable ConnectionHolder connection(DataSource source) {
        DataSource pool = unwrapped(source);
        for (Map.Entry<Object, Object> resource :
                TransactionSynchronizationManager.getResourceMap().entrySet()) {
            if (resource.getKey() instanceof DataSource bound
                    && unwrapped(bound) == pool
                    && resource.getValue() instanceof ConnectionHolder holder) {
                return holder;
            }
        }
        return null;
    }

    private static DataSource unwrapped(DataSource source) {
        DataSource inner = source;
        while (inner instanceof DelegatingDataSource wrapper && wrapper.getTargetDataSource() != null) {
            inner = wrapper.getTargetDataSource();
        }
        return inner;
    }

    /** Has the transactions of the application check the leases before they commit; or says why that is impossible. */
    void checkCommits(String signature, ConfigurableBeanFactory beans) {
        if (checks.isEmpty()) {
            throw new IllegalStateException(
                    "@Locked on " + signature + ": checkCommit needs a bean of type LockDatabase, which"
                            + " says that the lock is kept in the database of the transactions.");
        }
        List<PlatformTransactionManager> managers =
                beans.getBeanProvider(PlatformTransactionManager.class).stream().toList();
        if (managers.isEmpty() && !databases.isEmpty()) { // A test may do without transactions.
            throw new IllegalStateException(
                    "@Locked on " + signature + ": checkCommit needs a transaction manager, which must be a bean.");
        }
        managers.forEach(manager -> check(signature, manager, beans));
    }

    private void check(String signature, PlatformTransactionManager manager, ConfigurableBeanFactory beans) {
        for (Class<?> type = manager.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(JTA)) {
                throw new IllegalStateException(
                        "@Locked on " + signature + ": checkCommit is not possible with JTA, whose"
                                + " transactions are committed after the last statement by another party.");
            }
        }
        if (!(manager instanceof ConfigurableTransactionManager configurable)) {
            throw new IllegalStateException("@Locked on " + signature + ": checkCommit is not possible with "
                    + manager.getClass().getName() + ", which calls nobody before it commits (it is no"
                    + " ConfigurableTransactionManager).");
        }
        LockedMethods context = beans.getBean(LockedRegistrar.METHODS, LockedMethods.class);
        for (TransactionExecutionListener check : checks) {
            SharedCheck.add(configurable, check, context);
        }
    }
}
