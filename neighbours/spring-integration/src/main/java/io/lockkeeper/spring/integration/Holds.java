package io.lockkeeper.spring.integration;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which threads hold which locks of a registry. A lock can have several: one that has it, and others that have lost it and owe
 * their {@code unlock}. Safe for use by many threads.
 */
final class Holds {

    private final Map<String, Map<Thread, ThreadHold>> holds = new ConcurrentHashMap<>();

    /** The calling thread's hold of a lock. */
    @Nullable
    ThreadHold own(String key) {
        Map<Thread, ThreadHold> ofKey = holds.get(key);
        return ofKey == null ? null : ofKey.get(Thread.currentThread());
    }

    /** Whether any thread holds a lock or owes an {@code unlock}. One that has ended and lost the lock does neither. */
    boolean isHeld(String key) {
        forgetEndedThreads(key);
        return holds.containsKey(key);
    }

    void add(String key, ThreadHold hold) {
        holds.compute(key, (name, before) -> {
            Map<Thread, ThreadHold> ofKey = before == null ? new ConcurrentHashMap<>() : before;
            ofKey.put(Thread.currentThread(), hold);
            return ofKey;
        });
    }

    void removeOwn(String key) {
        remove(key, Thread.currentThread());
    }

    private void remove(String key, Thread thread) {
        holds.computeIfPresent(key, (name, ofKey) -> {
            ofKey.remove(thread);
            return ofKey.isEmpty() ? null : ofKey;
        });
    }

    /** Forgets threads that have ended and lost a lock. */
    void forgetEndedThreads(String key) {
        holds.getOrDefault(key, Map.of()).forEach((thread, hold) -> {
            if (!thread.isAlive() && !hold.isHeld()) {
                remove(key, thread);
            }
        });
    }

    /** Warns, once each, of threads that have ended while they held a lock. */
    void warnOfEndedThreads(String key) {
        holds.getOrDefault(key, Map.of()).forEach((thread, hold) -> {
            if (!thread.isAlive() && hold.isHeld() && hold.report()) {
                log().warn(
                                "The thread '{}' has ended and not unlocked '{}': the lock stays held until its lease ends, or its"
                                        + " client is closed.",
                                thread.getName(),
                                key);
            }
        });
    }

    private static Logger log() {
        return LoggerFactory.getLogger("io.lockkeeper.spring.integration");
    }
}
