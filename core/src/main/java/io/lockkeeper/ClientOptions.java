package io.lockkeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What applies to a whole {@link LockClient}. Immutable: each {@code with…} method returns a changed copy.
 *
 * @param lease the lease time of renewed leases: how long a lock outlives a process that died (30 s)
 * @param localRuns how long threads of this client may pass a lock on to each other while another process waits for it
 * @param description what this client is, to be read by people who look at the store
 * @param processGroup the POSIX process group that works under this client's locks, or 0 for none; a file
 *     store keeps a dead holder's lock until that group is gone
 * @param listeners told of every event, in order, on a thread of the client's own
 */
public record ClientOptions(
        Duration lease, LocalRuns localRuns, String description, long processGroup, List<LockListener> listeners) {

    private static final ClientOptions DEFAULTS =
            new ClientOptions(Duration.ofSeconds(30), LocalRuns.defaults(), "", 0, List.of());

    /** Checks the bounds. */
    public ClientOptions {
        lease = new LeasePolicy.Renewed(lease).lease();
        if (processGroup < 0) {
            throw new IllegalArgumentException("A process group is 0 (none) or greater; this one: " + processGroup);
        }
        description = Holder.cut(description);
        listeners = List.copyOf(listeners);
    }

    /**
     * The defaults, as documented for each component.
     *
     * @return the defaults
     */
    public static ClientOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the lease time of renewed leases.
     *
     * @param lease 50 ms to 365 days
     * @return a copy
     */
    public ClientOptions withLease(Duration lease) {
        return new ClientOptions(lease, localRuns, description, processGroup, listeners);
    }

    /**
     * Bounds the runs of local hand-overs while another process waits.
     *
     * @param localRuns the bounds
     * @return a copy
     */
    public ClientOptions withLocalRuns(LocalRuns localRuns) {
        return new ClientOptions(lease, localRuns, description, processGroup, listeners);
    }

    /**
     * Says what this client is.
     *
     * @param description at most 200 characters; longer ones are cut
     * @return a copy
     */
    public ClientOptions withDescription(String description) {
        return new ClientOptions(lease, localRuns, description, processGroup, listeners);
    }

    /**
     * Names the process group that works under this client's locks.
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
     * @param listener told of every event
     * @return a copy
     */
    public ClientOptions withListener(LockListener listener) {
        List<LockListener> more = new ArrayList<>(listeners);
        more.add(listener);
        return new ClientOptions(lease, localRuns, description, processGroup, more);
    }
}
