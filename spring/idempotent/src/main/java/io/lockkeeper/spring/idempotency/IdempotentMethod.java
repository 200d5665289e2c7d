package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.spring.proxies.ReturnKind;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** An annotated method. Immutable but for what it looks up once; safe for use by many threads. */
final class IdempotentMethod {

    private final String signature;
    private final Naming naming;
    private final Returned returned;
    private final Handling handling;
    private final StoreChoice store;
    private volatile @Nullable IdempotencyOptions options;

    IdempotentMethod(String signature, Naming naming, Returned returned, Handling handling, StoreChoice store) {
        this.signature = signature;
        this.naming = naming;
        this.returned = returned;
        this.handling = handling;
        this.store = store;
    }

    /** Checks what can be without a call: that there is a store, and that it can do what the method needs. */
    void prepare() {
        Idempotency idempotency = store.get();
        if (Transactions.areApart(idempotency)) {
            throw store.error("what the method writes would not be in the transactions of the records; put a"
                    + " SpringTransactionalIdempotency around the bean");
        }
        if (returned.kind() != ReturnKind.VALUE && !(idempotency instanceof LeasedIdempotency)) {
            throw store.error(
                    "a method whose work goes on after it returned cannot run in a transaction; return the value"
                            + " itself, or choose a leased store with store = \"…\"");
        }
        IdempotencyOptions unused = options();
    }

    Returned returned() {
        return returned;
    }

    Idempotency idempotency() {
        return store.get();
    }

    /** Only called of methods that {@link #prepare()} found to be leased. */
    LeasedIdempotency leased() {
        return (LeasedIdempotency) store.get();
    }

    IdempotentCall<@Nullable Object> call(MethodInvocation invocation) {
        Idempotency idempotency = store.get();
        if (idempotency instanceof LeasedIdempotency && Transactions.isActive()) {
            throw inTransaction();
        }
        IdempotentCall<@Nullable Object> call = IdempotentCall.of(
                        naming.key(invocation), naming.fingerprint(invocation), handling.codec())
                .withOptions(options());
        RecoveryMethod recovery = handling.recovery();
        return recovery == null ? call : call.withRecovery(recovery.of(invocation));
    }

    /** What a call of leased mode throws in a transaction of its caller. */
    IllegalStateException inTransaction() {
        return new IllegalStateException(signature + " is called in a transaction: its outcome would be stored before"
                + " that commits, and kept if it is rolled back. Call it outside of the transaction, or keep the records in"
                + " the transaction's database (transactional mode).");
    }

    private IdempotencyOptions options() {
        IdempotencyOptions known = options;
        if (known == null) {
            known = handling.changes().apply(store.options());
            options = known;
        }
        return known;
    }
}
