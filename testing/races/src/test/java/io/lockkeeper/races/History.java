package io.lockkeeper.races;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Everything that happened in a race, in order. Only ever added to; safe for use by many threads. */
final class History {

    private final long began = System.nanoTime();
    private final List<Entry> entries = new ArrayList<>();

    /** An event and when it happened, in nanoseconds since the race began. */
    record Entry(long nanos, Event event) {
        @Override
        public String toString() {
            return "%9.3f s  %-8s %s".formatted(nanos / 1e9, event.who(), event);
        }
    }

    synchronized void add(Event event) {
        entries.add(new Entry(System.nanoTime() - began, event));
    }

    synchronized int size() {
        return entries.size();
    }

    /** What happened from a position on. */
    synchronized List<Entry> since(int position) {
        return List.copyOf(entries.subList(position, entries.size()));
    }

    List<Entry> all() {
        return since(0);
    }

    /** How many events are like this. */
    synchronized long count(Predicate<Event> like) {
        return entries.stream().map(Entry::event).filter(like).count();
    }
}
