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
 * @param process the processes that this client acquires locks for
 * @param listeners the listeners for events, see {@link LockListener}
 */
public record ClientOptions(
        Duration lease, LocalRuns localRuns, String description, HolderProcess process, List<LockListener> listeners) {

    private static final ClientOptions DEFAULTS =
            new ClientOptions(Duration.ofSeconds(30), LocalRuns.defaults(), "", HolderProcess.THIS, List.of());

    /** Checks the bounds. */
    public ClientOptions {
        lease = new LeasePolicy.Renewed(lease).lease();
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
        return new ClientOptions(lease, localRuns, description, process, listeners);
    }

    /**
     * Limits the runs of local hand-overs while another process waits.
     *
     * @param localRuns the limits
     * @return a copy
     */
    public ClientOptions withLocalRuns(LocalRuns localRuns) {
        return new ClientOptions(lease, localRuns, description, process, listeners);
    }

    /**
     * Sets a description of this client.
     *
     * @param description the text; it is truncated to 200 characters
     * @return a copy
     */
    public ClientOptions withDescription(String description) {
        return new ClientOptions(lease, localRuns, description, process, listeners);
    }

    /**
     * Sets the processes that this client acquires locks for.
     *
     * @param process their numbers
     * @return a copy
     */
    public ClientOptions withProcess(HolderProcess process) {
        return new ClientOptions(lease, localRuns, description, process, listeners);
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
        return new ClientOptions(lease, localRuns, description, process, more);
    }
}
