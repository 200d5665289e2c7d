package io.lockkeeper.bench.server;

/** What a server did for a contestant in an interval. */
public interface Load {

    /**
     * Returns how much of this was counted.
     *
     * @param counter one of those that this kind of server has
     * @param seen what a pass of the same kind showed of what travels
     */
    double count(Counter counter, Traffic seen);

    /** Returns the time that the server's processes had of the processors, in seconds, user and system. */
    double cpuSeconds();

    /** Returns this and another interval together. */
    default Load plus(Load other) {
        Load one = this;
        return new Load() {
            @Override
            public double count(Counter counter, Traffic seen) {
                return one.count(counter, seen) + other.count(counter, seen);
            }

            @Override
            public double cpuSeconds() {
                return one.cpuSeconds() + other.cpuSeconds();
            }
        };
    }
}
