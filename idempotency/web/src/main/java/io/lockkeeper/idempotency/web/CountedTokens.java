package io.lockkeeper.idempotency.web;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Tokens that a server keeps a counter of: issuing sets it to 1, the first use makes it 2, and a later one more. Counting is one
 * atomic step, so that of several requests with a token one is the first. There is no stored answer: a repeat is only known to be one, and a
 * first use that fails has used the token. {@link Tokens} with an idempotent run have neither drawback, and write nothing when they are issued. Thread-safe.
 */
public final class CountedTokens {

    private static final int BYTES = 16;

    /** So many bytes in base64url. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{22}");

    private final Counters counters;
    private final Duration validity;
    private final SecureRandom random = new SecureRandom();

    /** Counters that expire. In Redis, {@code open} is {@code SET id 1 PX millis}. */
    public interface Counters {

        /** Sets a new counter to 1. */
        void open(String id, Duration validity);

        /**
         * Adds 1 to a counter that exists, in one atomic step, and leaves its expiry. In Redis a script: {@code INCR} alone would make a
         * counter without expiry of one that expired.
         *
         * @return its value; 0 if there is none
         */
        long increment(String id);
    }

    /** What using a token means. */
    public enum Use {
        /** The request runs. */
        FIRST,
        /** It ran before, or is running. */
        REPEAT,
        /** The token was not issued, or has expired. */
        UNKNOWN
    }

    /** Creates an issuer. */
    public CountedTokens(Counters counters, Duration validity) {
        this.counters = counters;
        this.validity = validity;
    }

    /** Returns a new token. */
    public String issue() {
        byte[] id = new byte[BYTES];
        random.nextBytes(id);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(id);
        counters.open(token, validity);
        return token;
    }

    /** Uses a token, before the work. A text that cannot be a token is never looked up: it might name another counter of the store. */
    public Use use(String token) {
        if (!TOKEN.matcher(token).matches()) {
            return Use.UNKNOWN;
        }
        long count = counters.increment(token);
        if (count == 0) {
            return Use.UNKNOWN;
        }
        return count == 2 ? Use.FIRST : Use.REPEAT;
    }

    /**
     * Returns counters of a single process.
     *
     * @param nanos a monotonic clock, such as {@code System::nanoTime}
     */
    public static Counters inMemory(LongSupplier nanos) {
        return new InMemory(nanos);
    }

    private static final class InMemory implements Counters {

        private final LongSupplier nanos;
        private final Map<String, Counter> counters = new ConcurrentHashMap<>();

        private record Counter(long count, long expires) {}

        InMemory(LongSupplier nanos) {
            this.nanos = nanos;
        }

        @Override
        public void open(String id, Duration validity) {
            long now = nanos.getAsLong();
            counters.values().removeIf(counter -> counter.expires() - now <= 0);
            counters.put(id, new Counter(1, now + validity.toNanos()));
        }

        @Override
        public long increment(String id) {
            long now = nanos.getAsLong();
            Counter counter = counters.computeIfPresent(
                    id, (same, old) -> old.expires() - now <= 0 ? null : new Counter(old.count() + 1, old.expires()));
            return counter == null ? 0 : counter.count();
        }
    }
}
