package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * What a transaction of the caller means for a method: it would end after the lock was released. Exists only where Spring's
 * transactions are on the class path. Safe for use by many threads.
 */
final class TransactionGuard {

    private static final Logger LOG = LoggerFactory.getLogger(Locked.class);

    private static final boolean TRANSACTIONS =
            isPresent("org.springframework.transaction.support.TransactionSynchronizationManager");

    private static final boolean DATABASES = isPresent("io.lockkeeper.jdbc.JdbcStore")
            && isPresent("org.springframework.jdbc.datasource.ConnectionHolder");

    private final String signature;
    private final boolean checkCommit;
    private final ConfigurableBeanFactory beans;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile @Nullable LockDatabases databases;

    private TransactionGuard(String signature, boolean checkCommit, ConfigurableBeanFactory beans) {
        this.signature = signature;
        this.checkCommit = checkCommit;
        this.beans = beans;
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, TransactionGuard.class.getClassLoader());
    }

    /** The guard of a method; null if there are no transactions. */
    static @Nullable TransactionGuard of(String signature, boolean checkCommit, ConfigurableBeanFactory beans) {
        if (checkCommit && !(TRANSACTIONS && DATABASES)) {
            throw new IllegalArgumentException(
                    "checkCommit needs spring-tx, spring-jdbc and lockkeeper-jdbc on the class path");
        }
        return TRANSACTIONS ? new TransactionGuard(signature, checkCommit, beans) : null;
    }

    /** Looks up the database of the locks, and has its transactions checked if that is wanted. */
    void prepare(LockClient client) {
        if (DATABASES) {
            LockDatabases found = LockDatabases.of(beans, client);
            if (checkCommit) {
                found.checkCommits(signature, beans);
            }
            databases = found;
        }
    }

    /** Refuses a call, or warns, if the calling thread is in a transaction. */
    void beforeAcquiring(LockClient client) {
        if (checkCommit && databases == null) {
            prepare(client); // A call before the context has started.
        }
        boolean active = TransactionSynchronizationManager.isActualTransactionActive();
        if (!active && TransactionSynchronizationManager.getResourceMap().isEmpty()) {
            return; // No transaction, and no session that has outlived one.
        }
        if (databases == null) {
            prepare(client);
        }
        LockDatabases known = databases;
        if (known != null && known.isConnected()) {
            throw new IllegalStateException(
                    signature + " is called by a thread that holds a connection of the pool from which"
                            + " its lock would need another one: if all threads do that, none gets it. Call it outside of"
                            + " transactions and without open-in-view, or give the locks a pool of their own.");
        }
        if (active && checkCommit) {
            throw unchecked();
        }
        if (active && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "{} is called in a transaction, which commits after the lock is released: the next holder may not see"
                            + " what it changed. Call it outside of the transaction.",
                    signature);
        }
    }

    /** Refuses a call if its lease was to be checked before the commit of its caller, who does not do that. */
    void beforeEntering(@Nullable HeldScope outer, List<Lease> entered) {
        if (checkCommit
                && TransactionSynchronizationManager.isActualTransactionActive()
                && !HeldScope.checksCommitOf(outer, entered)) {
            throw unchecked();
        }
    }

    private IllegalStateException unchecked() {
        return new IllegalStateException(
                signature + " is called in a transaction that commits after the lock is released,"
                        + " so its lease cannot be checked before that commit. Call it outside of the transaction.");
    }

    /** Warns if a lease was to be checked before a commit, and was not. In a caller's transaction, it will be. */
    void afterSuccess(HeldScope scope) {
        if (checkCommit
                && !scope.wasChecked()
                && !TransactionSynchronizationManager.isActualTransactionActive()
                && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "{} has checkCommit, but no lease was checked, because no transaction of the lock's database was"
                            + " committed in it by a transaction manager that is a bean.",
                    signature);
        }
    }
}
