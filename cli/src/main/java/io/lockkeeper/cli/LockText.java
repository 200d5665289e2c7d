package io.lockkeeper.cli;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Locks as text for people. */
final class LockText {
    private LockText() {}

    private static final String UNKNOWN = "?";

    static final List<String> HEADINGS = List.of("NAME", "HOLDER", "FOR", "LEASE", "TOKEN", "WAITING");

    /** A line of the table of {@code list}. */
    static List<String> row(LockView view, Instant now) {
        LockStatus lock = view.lock();
        return List.of(
                Output.printable(lock.name()),
                lock.holder().map(LockText::brief).orElse("-"),
                lock.holding()
                        .flatMap(Holding::since)
                        .map(since -> Durations.brief(age(since, now)))
                        .orElse("-"),
                lock.holding().flatMap(Holding::remaining).map(Durations::brief).orElse("-"),
                view.token() == 0 ? "-" : Long.toString(view.token()),
                view.waitersKnown() ? Integer.toString(lock.waiters().size()) : UNKNOWN);
    }

    /** All that is known, a line each. */
    static String sheet(LockView view, Instant now) {
        LockStatus lock = view.lock();
        List<String> lines = new ArrayList<>();
        lines.add("name         " + Output.printable(lock.name()));
        if (lock.holder().isEmpty()) {
            lines.add("state        free");
        } else {
            Holder holder = lock.holder().get();
            lines.add("state        held");
            lines.add("host         " + holder.host());
            lines.add("pid          " + holder.pid());
            lines.add("thread       " + holder.thread());
            if (holder.processGroup() != 0) {
                lines.add("group        " + holder.processGroup());
            }
            lines.add("description  " + (holder.description().isEmpty() ? "-" : holder.description()));
        }
        lock.holding()
                .flatMap(Holding::since)
                .ifPresent(since -> lines.add("since        " + since.truncatedTo(ChronoUnit.SECONDS) + " (for "
                        + Durations.brief(age(since, now)) + ")"));
        if (view.token() != 0) {
            lines.add((lock.holder().isEmpty() ? "last token   " : "token        ") + view.token());
        }
        lock.holding()
                .flatMap(Holding::remaining)
                .ifPresent(left -> lines.add("lease        ends in " + Durations.brief(left) + " unless renewed"));
        lines.add("waiting      " + (view.waitersKnown() ? lock.waiters().size() : "unknown"));
        for (Holder waiter : lock.waiters()) {
            lines.add("             " + waiter);
        }
        return String.join("\n", lines);
    }

    /** What {@code watch} shows of a lock: nothing that changes by itself. */
    static String state(LockStatus lock) {
        String state = lock.holder()
                .map(holder ->
                        "held by " + holder + (LockView.token(lock) == 0 ? "" : ", token " + LockView.token(lock)))
                .orElse("free");
        return switch (lock.waiters().size()) {
            case 0 -> state;
            case 1 -> state + "; 1 waits";
            default -> state + "; " + lock.waiters().size() + " wait";
        };
    }

    /** By two clocks, the store's and this machine's: for the eye only. */
    static Duration age(Instant since, Instant now) {
        return since.isAfter(now) ? Duration.ZERO : Duration.between(since, now);
    }

    private static String brief(Holder holder) {
        String who = holder.host() + " pid " + holder.pid();
        return holder.description().isEmpty() ? who : who + ": " + holder.description();
    }
}
