package io.lockkeeper.bench.contestants;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A lock library that takes part, with its defaults. */
public class Contestant {
    private final String name;
    private final Map<Backend, Opening> openings;
    private final Set<Ability> abilities;

    /** Describes one that has an opening for each backend. */
    Contestant(String name, Map<Backend, Opening> openings, Ability... abilities) {
        this.name = name;
        this.openings = new EnumMap<>(openings);
        this.abilities = Set.copyOf(Arrays.asList(abilities));
    }

    /** Describes one that is opened alike with any URL. */
    protected Contestant(String name, Opening opening, Ability... abilities) {
        this(name, Map.of(Backend.REDIS, opening), abilities);
        for (Backend backend : Backend.values()) {
            openings.put(backend, opening);
        }
    }

    /** How a library connects to a server. */
    public interface Opening {

        /**
         * Connects.
         *
         * @param lease how long locks live that are renewed while held, in place of the default; of those only that can do so
         */
        Locks open(String url, Optional<Duration> lease);
    }

    /** Returns the name, as in the tables and on the command line. */
    public final String name() {
        return name;
    }

    /** Returns whether it can keep its locks there. */
    public final boolean runsOn(Backend backend) {
        return openings.containsKey(backend);
    }

    /** Returns whether it can do this. */
    public final boolean can(Ability ability) {
        return abilities.contains(ability);
    }

    /** Returns whether it takes part in a scenario that is open to all, such as "s1". */
    public boolean joins(String scenario) {
        return true;
    }

    /** Connects to this server; see {@link Opening}. */
    public final Locks open(String url, Optional<Duration> lease) {
        return openings.entrySet().stream()
                .filter(each -> each.getKey().isAt(url))
                .findFirst()
                .orElseThrow()
                .getValue()
                .open(url, lease);
    }
}
