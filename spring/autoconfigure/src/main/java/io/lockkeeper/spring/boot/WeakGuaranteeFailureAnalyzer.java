package io.lockkeeper.spring.boot;

import io.lockkeeper.WeakGuaranteeException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains why an application does not start if a lock needs more than its store guarantees. */
final class WeakGuaranteeFailureAnalyzer extends AbstractFailureAnalyzer<WeakGuaranteeException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, WeakGuaranteeException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Use a store that guarantees it (docs/guarantees.md compares the stores), or declare the lock for what"
                        + " its store guarantees.",
                cause);
    }
}
