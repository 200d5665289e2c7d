package io.lockkeeper.races;

/** One thing that happened in a race, in the order in which the counter saw it. */
sealed interface Event {

    /** Who did it: a thread of a worker, or chaos. */
    String who();

    /** What happened to the lock's holder with this token. */
    sealed interface Held extends Event {
        long token();
    }

    /** A worker is about to ask for the lock: its token will be greater than all that acted before. */
    record Asked(String who) implements Event {
        @Override
        public String toString() {
            return "asks for the lock";
        }
    }

    /** The counter told its value. */
    record Read(String who, long token, long value) implements Held {
        @Override
        public String toString() {
            return "reads %,d with token %d".formatted(value, token);
        }
    }

    /** The counter took a new value from a worker that had read {@code old}, when it really was {@code before}. */
    record Written(String who, long token, long old, long before, long value) implements Held {
        boolean losesAnUpdate() {
            return old != before;
        }

        String loss() {
            return "%s wrote %,d, having read %,d, in place of %,d: an update is lost"
                    .formatted(who, value, old, before);
        }

        @Override
        public String toString() {
            return "writes %,d in place of %,d with token %d".formatted(value, before, token);
        }
    }

    /** The counter refused a token, because a greater one had acted. */
    record Refused(String who, long token, long greatest) implements Held {
        @Override
        public String toString() {
            return "is refused with token %d, after token %d".formatted(token, greatest);
        }
    }

    /** The worker's lease was still current, by its own word, after the last answer that it got. */
    record Confirmed(String who, long token) implements Held {
        @Override
        public String toString() {
            return "has held the lock until here with token " + token;
        }
    }

    /** The worker knows that it lost the lock. */
    record Lost(String who, long token) implements Held {
        @Override
        public String toString() {
            return "has lost the lock with token " + token;
        }
    }

    /** Something was broken or mended. */
    record Fault(String what) implements Event {
        @Override
        public String who() {
            return "chaos";
        }

        @Override
        public String toString() {
            return what;
        }
    }
}
