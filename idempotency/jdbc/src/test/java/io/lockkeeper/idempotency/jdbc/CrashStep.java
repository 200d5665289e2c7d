package io.lockkeeper.idempotency.jdbc;

import java.util.Locale;

/** The steps of an operation in a transaction, at each of which a process may die. */
enum CrashStep {
    BEFORE_THE_CONNECTION,
    BEFORE_THE_MARK,
    AFTER_THE_MARK,
    BETWEEN_TWO_EFFECTS,
    AFTER_THE_EFFECTS,
    AFTER_THE_OUTCOME,
    AFTER_THE_COMMIT;

    /** Whether a step that a {@link TestSource} tells is this one. */
    boolean isAt(String step) {
        boolean after = step.startsWith("after ");
        boolean claim = step.contains("fingerprint") && step.contains("INSERT INTO");
        boolean outcome = step.contains("UPDATE ") && step.contains("SET state");
        return switch (this) {
            case BEFORE_THE_CONNECTION -> step.equals("before connection");
            case BEFORE_THE_MARK -> claim && !after;
            case AFTER_THE_MARK -> claim && after;
            case BETWEEN_TWO_EFFECTS -> after && step.contains("'first'");
            case AFTER_THE_EFFECTS -> outcome && !claim && !after;
            case AFTER_THE_OUTCOME -> outcome && !claim && after;
            case AFTER_THE_COMMIT -> step.equals("after commit");
        };
    }

    /** As documents say it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
