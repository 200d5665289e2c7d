package io.lockkeeper.store;

/**
 * The capability of a store to tell the client that holds a lock of a recall at once, by {@link
 * GrantPush.Signals#mayBeRecalled}: if the client listens, and has asked once whether the grant {@linkplain #isRecalled is
 * recalled}.
 *
 * <p>The signal is a hint, which anybody may forge or lose: the client believes only the record.
 */
public interface RecallPush extends Recall, GrantPush {}
