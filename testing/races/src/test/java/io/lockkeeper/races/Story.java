package io.lockkeeper.races;

import io.lockkeeper.races.Event.Fault;
import io.lockkeeper.races.Violation.Promise;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The story of a violation: what was broken by then, and who did what around it. */
final class Story {

    private static final int EVENTS_BEFORE = 36;
    private static final int EVENTS_AFTER = 4;
    private static final int FAULTS = 12;

    private final long seed;
    private final List<History.Entry> history;

    Story(long seed, List<History.Entry> history) {
        this.seed = seed;
        this.history = history;
    }

    /** The stories of the first violation of each promise. */
    String of(List<Violation> violations) {
        Map<Promise, Violation> first = new EnumMap<>(Promise.class);
        violations.forEach(violation -> first.putIfAbsent(violation.promise(), violation));
        String stories = first.values().stream().map(this::of).collect(Collectors.joining("\n", "\n", "\n"));
        int more = violations.size() - first.size();
        return stories + (more > 0 ? "… and " + more + " more\n" : "") + "Run it again with -Dseed=" + seed + "\n";
    }

    private String of(Violation violation) {
        int from = Math.max(0, violation.position() - EVENTS_BEFORE);
        int to = Math.min(history.size(), violation.position() + EVENTS_AFTER);
        List<History.Entry> earlier = history.subList(0, from).stream()
                .filter(entry -> entry.event() instanceof Fault)
                .toList();
        List<History.Entry> faults = earlier.subList(Math.max(0, earlier.size() - FAULTS), earlier.size());
        return "VIOLATION of " + violation.promise() + ": " + violation.sentence() + "\n  the faults until then:\n"
                + lines(faults) + "  the events around it:\n" + lines(history.subList(from, to));
    }

    private static String lines(List<History.Entry> entries) {
        return entries.stream().map(entry -> "    " + entry + "\n").collect(Collectors.joining());
    }
}
