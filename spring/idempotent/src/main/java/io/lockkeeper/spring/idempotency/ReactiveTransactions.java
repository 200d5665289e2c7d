package io.lockkeeper.spring.idempotency;

import java.util.function.Supplier;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import reactor.core.publisher.Mono;

/** Transactions of a {@code Mono}, which are in Reactor's context. Loaded only if Spring's transactions are there. */
final class ReactiveTransactions {

    private ReactiveTransactions() {}

    /** Fails if the subscriber is in a transaction. */
    static Mono<Void> refuse(Supplier<? extends RuntimeException> refusal) {
        return TransactionSynchronizationManager.forCurrentTransaction()
                .filter(TransactionSynchronizationManager::isActualTransactionActive)
                .onErrorComplete(NoTransactionException.class)
                .flatMap(active -> Mono.<Void>error(refusal.get()));
    }
}
