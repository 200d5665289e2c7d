package io.lockkeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of a {@link LockClient}. Immutable: each {@code with…} method returns a changed copy.
 *
 * @param lease the lease time of renewed leases, which is how long a lock stays held after its holder's process died;
 *     30 s by default
 * @param localRuns how long threads of this client may pass a lock on to each other while another process waits for it
 * @param description a description of this client, shown to people who inspect the store
 * @param processGroup the POSIX process group that works under this client's locks, or 0 for none; a file
 *     store keeps a dead holder's lock until that group is gone
 * @param listeners the listeners for events, see {@link LockListener}
 */
public record ClientOptions(
        Duration lease, LocalRuns localRuns, String description, long processGroup, List<LockListener> listeners) {

    private static final ClientOptions DEFAULTS =
            new ClientOptions(Duration.ofSeconds(30), LocalRuns.defaults(), "", 0, List.of());

    /** Checks the bounds. */
    public ClientOptions {
        lease = new LeasePolicy.Renewed(lease).lease();
        if (processGroup < 0) {
            throw new IllegalArgumentException("A process group must be 0 (none) or greater, not " + processGroup);
        }
        description = Holder.cut(description);
        listeners = List.copyOf(listeners);
    }

    /**
     * Returns the default options.
     *
     * @return the defaults
     */
    public static ClientOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the lease time of renewed leases.
     *
     * @param lease the lease time: longer than zero, at most 365 days; less than 50 ms is rounded up
     * @return a copy
     */
    public ClientOptions withLease(Duration lease) {
        return new ClientOptions(lease, localRuns, description, processGroup, listeners);
    }

    /**
     * Limits the runs of local hand-overs while another process waits.
     *
     * @param localRuns the limits
     * @return a copy
     */
    public ClientOptions withLocalRuns(LocalRuns localRuns) {
        return new ClientOptions(lease, localRuns, description, processGroup, listeners);
    }

    /**
     * Sets a description of this client.
     *
     * @param description the text; it is truncated to 200 characters
     * @return a copy
     */
    public ClientOptions withDescription(String description) {
        return new ClientOptions(lease, localRuns, description, processGroup, listeners);
    }

    /**
     * Sets the process group that works under this client's locks.
     *
     * @param processGroup its number, or 0 for none
     * @return a copy
     */
    public ClientOptions withProcessGroup(long processGroup) {
        return new ClientOptions(lease, localRuns, description, processGroup, listeners);
    }

    /**
     * Adds a listener for events.
     *
     * @param listener the listener, see {@link LockListener}
     * @return a copy
     */
    public ClientOptions withListener(LockListener listener) {
        List<LockListener> more = new ArrayList<>(listeners);
        more.add(listener);
        return new ClientOptions(lease, localRuns, description, processGroup, more);
    }
}
