package io.lockkeeper.cli;

import static java.util.stream.Collectors.toCollection;

import io.lockkeeper.HeldLock;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockInspection;
import io.lockkeeper.LockStatus;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What can be said of a wait: for how long, for whom, how many are ahead, and why the store does not answer. */
final class WaitText {
    private final LockClient client;
    private final List<String> names;
    private final Holder self;
    private final WaitTrouble trouble;
    private final long began = System.nanoTime();

    /**
     * A wait that begins now.
     *
     * @param names the locks, in the order in which they are acquired
     */
    WaitText(LockClient client, List<String> names, Holder self, WaitTrouble trouble) {
        this.client = client;
        this.names = names;
        this.self = self;
        this.trouble = trouble;
    }

    Duration waited() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** The situation now. Asks the store who holds the lock, unless that does not answer the wait either. */
    Situation now() {
        Optional<String> reason = trouble.reason();
        if (reason.isPresent()) {
            return troubled(reason.get());
        }
        Optional<LockInspection> inspection = client.inspection();
        try {
            return new Situation(
                    waiting()
                            + inspection
                                    .flatMap(look -> look.inspect(awaited(held())))
                                    .map(this::text)
                                    .orElse(""),
                    false);
        } catch (StoreUnavailableException outage) {
            return troubled(String.valueOf(outage.getMessage()));
        } catch (RuntimeException refused) {
            return new Situation(waiting(), false); // A user who may lock need not be allowed to look.
        }
    }

    /**
     * A text, and what it is about.
     *
     * @param sentence in one line
     * @param troubled whether the store does not answer
     */
    record Situation(String sentence, boolean troubled) {}

    private String waiting() {
        Set<String> held = held();
        String waiting = waiting(awaited(held), waited());
        return held.isEmpty() ? waiting : waiting + ", holding '" + String.join("', '", held) + "'";
    }

    static String waiting(String names, Duration waited) {
        return "waiting for '" + names + "' (" + Durations.brief(waited) + ")";
    }

    /** What this run has of several locks. */
    private Set<String> held() {
        return client.held().stream().map(HeldLock::name).collect(toCollection(TreeSet::new));
    }

    /** The one after the last that is held: one before it may have been lost. */
    private String awaited(Set<String> held) {
        int next = 0;
        for (int at = 0; at < names.size() - 1; at++) {
            if (held.contains(names.get(at))) {
                next = at + 1;
            }
        }
        return names.get(next);
    }

    private Situation troubled(String reason) {
        return new Situation(waiting() + ": " + reason, true);
    }

    private String text(LockStatus lock) {
        StringBuilder text = new StringBuilder();
        lock.holder()
                .filter(holder -> !holder.host().isEmpty())
                .ifPresent(holder -> text.append(", held by ").append(holder));
        lock.holding()
                .flatMap(Holding::since)
                .ifPresent(since -> text.append(", for ").append(Durations.brief(LockText.age(since, Instant.now()))));
        Integer place = placeOf(self, lock.waiters());
        if (place != null) {
            text.append(place == 0 ? "; next in line" : "; " + place + " ahead in line");
        }
        return text.toString();
    }

    /**
     * How many waiters are ahead of this one; null if that is uncertain. The id of the own client is not known here, and
     * a queue may contain a dead process, or one in another container, with the same numbers.
     */
    static @Nullable Integer placeOf(Holder self, List<Holder> waiters) {
        Integer place = null;
        for (int at = 0; at < waiters.size(); at++) {
            Holder waiter = waiters.get(at);
            if (waiter.pid() == self.pid()
                    && waiter.processGroup() == self.processGroup()
                    && waiter.description().equals(self.description())) {
                if (place != null) {
                    return null;
                }
                place = at;
            }
        }
        return place;
    }
}
