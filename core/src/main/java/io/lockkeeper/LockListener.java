package io.lockkeeper;

/** An observer of a client's locks. One that throws or is slow harms nobody but later events. */
@FunctionalInterface
public interface LockListener {

    /**
     * Called once for each event, in order, by one thread at a time.
     *
     * @param event what happened
     */
    void onEvent(LockEvent event);
}
