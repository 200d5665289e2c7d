package io.lockkeeper.races;

import io.lockkeeper.races.Event.Asked;
import io.lockkeeper.races.Event.Confirmed;
import io.lockkeeper.races.Event.Lost;
import io.lockkeeper.races.Event.Read;
import io.lockkeeper.races.Event.Refused;
import io.lockkeeper.races.Event.Written;

/**
 * The protected resource: a number that everyone reads, adds one to and writes back, in two steps.
 *
 * <p>It does not compare what a writer has read with what is there: an update that is lost is lost, as in a file. What
 * it may check is the fencing token, which it refuses once a greater one has acted. Reading counts as acting. Were it
 * not so, a stale holder could write between the read and the write of its successor, which would then overwrite it.
 *
 * <p>Thread-safe.
 */
final class Counter {

    private final History history;
    private final boolean fenced;
    private long value;
    private long greatest;
    private String latest = "";

    /**
     * A counter at zero.
     *
     * @param history where all that happens is written down
     * @param fenced whether old tokens are refused
     */
    Counter(History history, boolean fenced) {
        this.history = history;
        this.fenced = fenced;
    }

    /** What the counter answers. */
    sealed interface Reply {}

    /** The value: as read, or as written. */
    record Value(long value) implements Reply {}

    /** The token is too old. */
    record Stale(long greatest) implements Reply {}

    synchronized long value() {
        return value;
    }

    /** Who read or wrote last; empty if nobody did. */
    synchronized String latest() {
        return latest;
    }

    synchronized void asks(String who) {
        history.add(new Asked(who));
    }

    synchronized Reply read(String who, long token) {
        if (refuses(token)) {
            return refused(who, token);
        }
        accepts(who, token);
        history.add(new Read(who, token, value));
        return new Value(value);
    }

    synchronized Reply write(String who, long token, long old, long next) {
        if (refuses(token)) {
            return refused(who, token);
        }
        accepts(who, token);
        history.add(new Written(who, token, old, value, next));
        value = next;
        return new Value(value);
    }

    synchronized void confirms(String who, long token) {
        history.add(new Confirmed(who, token));
    }

    synchronized void lost(String who, long token) {
        history.add(new Lost(who, token));
    }

    private boolean refuses(long token) {
        return fenced && token < greatest;
    }

    private void accepts(String who, long token) {
        greatest = Math.max(greatest, token);
        latest = who;
    }

    private Reply refused(String who, long token) {
        history.add(new Refused(who, token, greatest));
        return new Stale(greatest);
    }
}
