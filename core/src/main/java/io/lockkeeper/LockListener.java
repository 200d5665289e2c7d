package io.lockkeeper;

/**
 * Receives the events of a client's locks.
 *
 * <p>All listeners of a client receive the same events in order, on a thread of the client, and do not slow the locks
 * down. An exception that a listener throws is logged, and the next listener is called.
 *
 * <p>Events can be dropped. At most 65,536 events wait for the listeners of a client. While that many wait, further events
 * are dropped, which is logged when it begins, and again with the number of dropped events once the listeners have caught
 * up. Events are also dropped, and an error is logged, if no thread can be started for the listeners. If the program ends
 * after it closed the client, events that waited for more than a second may not be delivered. The listeners for the loss
 * of a single lease ({@link Lease#onLost}) do not depend on this queue, nor does the flight recorder.
 */
@FunctionalInterface
public interface LockListener {

    /**
     * Called at most once for each event, in order, by one thread at a time.
     *
     * @param event what happened
     */
    void onEvent(LockEvent event);
}
