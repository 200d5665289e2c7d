package io.lockkeeper.bench.guard;

/** What each number of a {@link SharedFile} is for. */
public enum Mark {
    /** How many are in the critical section: the guard's. */
    INSIDE(0),
    /** How many have entered it, counted plainly: the guard's. */
    ENTRIES(1),
    /** Whether a process is about to wait for a hand-over. */
    WAITING(2),
    /** How often a lock was taken that is handed over. */
    TAKEN(3),
    /** When the holder called {@code unlock}. */
    UNLOCKED_AT(4),
    /** Whether the holder has decided that this was the last hand-over. */
    OVER(5),
    /** How many threads of a crowd have begun to wait. */
    BEGUN(6),
    /** 1 while the door of a crowd is held, 2 when it shall be opened. */
    DOOR(7);

    private static final int CACHE_LINE = 64;

    private final int offset;

    Mark(int line) {
        this.offset = line * CACHE_LINE;
    }

    /** Returns where the number stands: each has a cache line to itself. */
    int offset() {
        return offset;
    }

    /** Returns how long the file is. */
    static long size() {
        return (long) values().length * CACHE_LINE;
    }
}
