package io.lockkeeper.bench.contestants;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.concurrent.locks.LockSupport;

/** One lock of {@link RawLimit}. Each thread is told apart by its id in the value. */
record RawMutex(RedisCommands<String, String> redis, String script, String name, String owner) implements Mutex {

    /** Ten milliseconds: often enough for short waits, seldom enough that 200 waiters leave the server time to work. */
    static final long RETRY_NANOS = 10_000_000;

    static final String COMPARE_AND_DELETE =
            "return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1]) or 0";

    static final long LEASE_MILLIS = 30_000;

    @Override
    public void lock() {
        SetArgs onlyIfFree = SetArgs.Builder.nx().px(LEASE_MILLIS);
        while (redis.set(name, value(), onlyIfFree) == null) {
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    @Override
    public void unlock() {
        Long deleted = redis.evalsha(script, ScriptOutputType.INTEGER, new String[] {name}, value());
        if (deleted != 1) {
            throw new IllegalMonitorStateException(name + " was not held");
        }
    }

    private String value() {
        return owner + ":" + Thread.currentThread().getId();
    }
}
