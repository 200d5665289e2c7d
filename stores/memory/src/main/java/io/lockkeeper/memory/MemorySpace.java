package io.lockkeeper.memory;

import io.lockkeeper.store.Store;
import io.lockkeeper.time.Ticker;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A place that keeps locks in memory: what a server is to other stores. Its leases end by the ticker that it is
 * given. Safe for use by many threads.
 */
public final class MemorySpace {

    private static final int SHARDS = 64;

    /** Counts on from the wall clock, so that tokens grow over restarts too while that clock does not step back. */
    private static final AtomicLong NAMED_TOKENS =
            new AtomicLong(TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));

    private static final Map<String, WeakReference<MemorySpace>> NAMED = new ConcurrentHashMap<>();

    private final Shard[] shards = new Shard[SHARDS];
    private final Listeners listeners = new Listeners();

    /**
     * An empty space whose tokens begin at 1.
     *
     * @param ticker the clock by which leases end
     */
    public MemorySpace(Ticker ticker) {
        this(ticker, new AtomicLong());
    }

    private MemorySpace(Ticker ticker, AtomicLong tokens) {
        Clock clock = new Clock(ticker, Instant.now(), ticker.nanos());
        for (int index = 0; index < SHARDS; index++) {
            shards[index] = new Shard(clock, tokens, listeners);
        }
    }

    /**
     * The space of a name, shared by this JVM in the system's time. It lives while a store over it is in use.
     *
     * @param name any text
     * @return the space, new if none of that name is in use
     */
    public static MemorySpace named(String name) {
        NAMED.values().removeIf(space -> space.refersTo(null));
        while (true) {
            MemorySpace space = NAMED.computeIfAbsent(name, absent -> new WeakReference<>(inSystemTime()))
                    .get();
            if (space != null) {
                return space;
            }
            NAMED.computeIfPresent(name, (key, reference) -> reference.refersTo(null) ? null : reference);
        }
    }

    private static MemorySpace inSystemTime() {
        return new MemorySpace(System::nanoTime, NAMED_TOKENS);
    }

    /**
     * Connects another client.
     *
     * @return a store over this space, to be closed by the caller; it has every capability
     */
    public Store connect() {
        return new MemoryStore(this);
    }

    /**
     * The number of names that take up memory: held, waited for, or ended and not yet swept.
     *
     * @return a snapshot, for tests
     */
    public int size() {
        int size = 0;
        for (Shard shard : shards) {
            size += shard.size();
        }
        return size;
    }

    Shard shard(String name) {
        int hash = name.hashCode();
        return shards[(hash ^ hash >>> 16) & SHARDS - 1];
    }

    Shard[] shards() {
        return shards;
    }

    Listeners listeners() {
        return listeners;
    }
}
