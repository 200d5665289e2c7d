package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** Transactions of the caller. None if Spring's are not on the class path. */
final class Transactions {

    private static final boolean PRESENT = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            Transactions.class.getClassLoader());

    private static final boolean RECORDS = ClassUtils.isPresent(
            "io.lockkeeper.idempotency.jdbc.TransactionalIdempotency", Transactions.class.getClassLoader());

    private Transactions() {}

    /** Whether there can be any. */
    static boolean arePresent() {
        return PRESENT;
    }

    static boolean isActive() {
        return PRESENT && TransactionSynchronizationManager.isActualTransactionActive();
    }

    /** Whether records are written in transactions that the work of beans does not join. */
    static boolean areApart(Idempotency idempotency) {
        return RECORDS && idempotency instanceof TransactionalIdempotency;
    }
}
