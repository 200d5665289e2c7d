package io.lockkeeper.micrometer;

import io.micrometer.core.instrument.Tags;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The options of {@link LockMetrics}. Immutable: each {@code with…} method returns a changed copy.
 *
 * @param store the value of the tag {@code store}, such as {@code redis}
 * @param tags more tags of every meter
 * @param mostNames how many values the tag {@code lock} may have; 0, the default, for no such tag
 * @param label returns the value of the tag {@code lock} for a lock's name
 */
public record LockMetricsOptions(String store, Tags tags, int mostNames, UnaryOperator<String> label) {

    /** Checks the bounds. */
    public LockMetricsOptions {
        Objects.requireNonNull(tags, "tags");
        Objects.requireNonNull(label, "label");
        if (store.isBlank()) {
            throw new IllegalArgumentException("The store must not be blank: it is the value of a tag.");
        }
        if (mostNames < 0) {
            throw new IllegalArgumentException("The number of names must be zero or more, not " + mostNames);
        }
    }

    /**
     * Returns the default options for a store.
     *
     * @param store the scheme of its address, such as {@code redis}; of a whole address, only the scheme is used
     * @return options with no tag but {@code store}
     */
    public static LockMetricsOptions forStore(String store) {
        return new LockMetricsOptions(scheme(store), Tags.empty(), 0, UnaryOperator.identity());
    }

    /** The scheme of an address, and nothing behind it: that may contain a password. */
    static String scheme(String store) {
        int colon = store.indexOf(':');
        return (colon < 0 ? store : store.substring(0, colon)).toLowerCase(Locale.ROOT);
    }

    /**
     * Adds tags to every meter, for example to tell two Redis servers apart.
     *
     * @param more the tags
     * @return a copy
     */
    public LockMetricsOptions withTags(Tags more) {
        return new LockMetricsOptions(store, tags.and(more), mostNames, label);
    }

    /**
     * Adds the name of the lock as the tag {@code lock}. Each name adds a set of time series to the registry, which are
     * kept until the program ends. So this is for programs with few names.
     *
     * @param most how many names are told apart; all others are {@code (other)}
     * @return a copy
     */
    public LockMetricsOptions withNames(int most) {
        return withNames(most, UnaryOperator.identity());
    }

    /**
     * Adds a part of the lock's name as the tag {@code lock}, for example {@code orders} for {@code orders:42}.
     *
     * @param most how many values are told apart; all others are {@code (other)}
     * @param label returns the value for a name; a blank one is {@code (other)}, and so is one that cannot be returned because
     *     the function throws an exception
     * @return a copy
     */
    public LockMetricsOptions withNames(int most, UnaryOperator<String> label) {
        return new LockMetricsOptions(store, tags, most, label);
    }
}
