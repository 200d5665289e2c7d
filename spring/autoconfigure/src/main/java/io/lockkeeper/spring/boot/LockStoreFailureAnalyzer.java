package io.lockkeeper.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains why an application without a usable store does not start. */
final class LockStoreFailureAnalyzer extends AbstractFailureAnalyzer<LockStoreException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, LockStoreException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
    }
}
