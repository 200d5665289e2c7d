package io.lockkeeper.bench.contestants;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** A lock library that takes part. A worker process makes one of its class by the constructor without arguments. */
public abstract class Contestant {
    private final String name;
    private final Set<Backend> backends;
    private final Set<Ability> abilities;

    /**
     * Describes it.
     *
     * @param name as in the tables and on the command line
     * @param backends where it can take part
     */
    protected Contestant(String name, Set<Backend> backends, Ability... abilities) {
        this.name = name;
        this.backends = backends;
        this.abilities = Set.copyOf(Arrays.asList(abilities));
    }

    /** Returns the name, as in the tables and on the command line. */
    public final String name() {
        return name;
    }

    /** Returns whether it can keep its locks there. */
    public final boolean runsOn(Backend backend) {
        return backends.contains(backend);
    }

    /** Returns whether it can do this. */
    public final boolean can(Ability ability) {
        return abilities.contains(ability);
    }

    /** Returns whether it takes part in a scenario that is open to all, such as "s1". */
    public boolean joins(String scenario) {
        return true;
    }

    /**
     * Connects to this server, with the library's defaults.
     *
     * @param lease how long locks live that are renewed while held, in place of the default; of those only that can do so
     */
    public abstract Locks open(String url, Optional<Duration> lease);
}
