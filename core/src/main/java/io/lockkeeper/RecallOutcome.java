package io.lockkeeper;

/** What became of a {@linkplain LockRecall recall}. */
public sealed interface RecallOutcome {

    /**
     * The holder that was asked does not hold the lock any more: it released the lock, or its lease ended.
     *
     * @param holding what it held
     */
    record Released(Holding holding) implements RecallOutcome {}

    /**
     * The holder that was asked still holds the lock.
     *
     * @param holding what it holds
     */
    record Kept(Holding holding) implements RecallOutcome {}

    /** Nobody held the lock, so nobody was asked. */
    record NotHeld() implements RecallOutcome {}

    /**
     * The lock was held, but not by the holder that was to be asked; nobody was asked.
     *
     * @param holding what is held instead
     */
    record Changed(Holding holding) implements RecallOutcome {}
}
