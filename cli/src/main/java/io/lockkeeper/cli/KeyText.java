package io.lockkeeper.cli;

import io.lockkeeper.idempotency.IdempotencyRecord;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Idempotency keys as text for people. */
final class KeyText {
    private KeyText() {}

    static final List<String> HEADINGS = List.of("ID", "STATE", "SINCE", "ATTEMPTS", "TOKEN", "PURGED IN");

    /** A line of the table. */
    static List<String> row(IdempotencyRecord found) {
        return List.of(
                Output.printable(found.key().id()),
                state(found),
                found.attempt().since().truncatedTo(ChronoUnit.SECONDS).toString(),
                Integer.toString(found.attempt().number()),
                Long.toString(found.attempt().token()),
                found.finished()
                        .map(finished ->
                                finished.purgedIn().map(Durations::brief).orElse("never"))
                        .orElse("-"));
    }

    /** All that is known, a line each. */
    static String sheet(IdempotencyRecord found) {
        List<String> lines = new ArrayList<>();
        lines.add("scope        " + Output.printable(found.key().scope()));
        lines.add("id           " + Output.printable(found.key().id()));
        lines.add("state        " + state(found));
        lines.add("attempts     " + found.attempt().number());
        lines.add("token        " + found.attempt().token());
        lines.add("since        " + found.attempt().since().truncatedTo(ChronoUnit.SECONDS));
        found.finished()
                .ifPresentOrElse(
                        finished -> {
                            lines.add("finished     " + finished.at().truncatedTo(ChronoUnit.SECONDS));
                            lines.add("outcome      " + finished.storedBytes() + " bytes");
                            lines.add("purged       "
                                    + finished.purgedIn()
                                            .map(left -> "in " + Durations.brief(left))
                                            .orElse("never"));
                        },
                        () -> lines.add(
                                KeyVerb.isUnfinished(found)
                                        ? "lease        ended "
                                                + Durations.brief(found.attempt()
                                                        .leaseRemaining()
                                                        .negated())
                                                + " ago"
                                        : "lease        ends in "
                                                + Durations.brief(
                                                        found.attempt().leaseRemaining())
                                                + " unless renewed"));
        return String.join("\n", lines);
    }

    static String state(IdempotencyRecord found) {
        return switch (found.state()) {
            case IN_PROGRESS -> KeyVerb.isUnfinished(found) ? "unfinished" : "running";
            case COMPLETED -> "completed";
            case REJECTED -> "rejected";
        };
    }
}
