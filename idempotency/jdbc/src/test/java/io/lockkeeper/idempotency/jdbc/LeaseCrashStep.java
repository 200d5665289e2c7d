package io.lockkeeper.idempotency.jdbc;

import java.util.Locale;

/** The steps of an operation with a lease, at each of which a process may die. */
enum LeaseCrashStep {
    BEFORE_THE_CLAIM,
    AFTER_THE_CLAIM,
    AFTER_THE_FIRST_EFFECT,
    AFTER_THE_RECOVERY_POINT,
    AFTER_THE_SECOND_EFFECT,
    AFTER_THE_OUTCOME;

    /** Whether a step that a {@link TestSource} tells is this one. */
    boolean isAt(String step) {
        boolean before = step.startsWith("before ");
        boolean after = step.startsWith("after ");
        return switch (this) {
            case BEFORE_THE_CLAIM -> before && isClaim(step);
            case AFTER_THE_CLAIM -> after && isClaim(step);
            case AFTER_THE_FIRST_EFFECT -> before && isPoint(step);
            case AFTER_THE_RECOVERY_POINT -> after && isPoint(step);
            case AFTER_THE_SECOND_EFFECT -> before && isOutcome(step);
            case AFTER_THE_OUTCOME -> after && isOutcome(step);
        };
    }

    private static boolean isClaim(String step) {
        return step.contains("INSERT INTO") && step.contains("fingerprint");
    }

    private static boolean isPoint(String step) {
        return step.contains("UPDATE ") && step.contains("SET points = ");
    }

    private static boolean isOutcome(String step) {
        return step.contains("UPDATE ") && step.contains("outcome = ") && step.contains("state IN");
    }

    /** As documents say it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
