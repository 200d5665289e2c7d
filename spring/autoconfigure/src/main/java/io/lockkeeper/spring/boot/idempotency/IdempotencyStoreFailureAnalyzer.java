package io.lockkeeper.spring.boot.idempotency;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with the settings of idempotency, instead of a stack trace. */
final class IdempotencyStoreFailureAnalyzer extends AbstractFailureAnalyzer<IdempotencyStoreException> {

    @Override
    protected FailureAnalysis analyze(Throwable root, IdempotencyStoreException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
