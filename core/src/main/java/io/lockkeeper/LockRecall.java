package io.lockkeeper;

import java.time.Duration;

/**
 * Asks holders to release their locks. A recall takes nothing: the holder decides. Its listeners are called ({@link
 * Lease#onRecalled}); a holder without any ignores the recall.
 */
public interface LockRecall {

    /**
     * Asks whoever holds a lock to release it, and waits until the holder has released it.
     *
     * @param name the lock's name
     * @param wait how long to wait: zero or more. Less if the store knows that the holder's client does not listen
     * @return what became of it
     * @throws InterruptedException if the thread was interrupted; the recall stands
     * @throws StoreUnavailableException if the store does not answer
     * @throws ClientClosedException if the client is closed, or is closed meanwhile
     */
    RecallOutcome recall(String name, Duration wait) throws InterruptedException;

    /**
     * Asks one holder only. If the store has granted the lock to somebody else since, nobody is asked. Threads of one
     * process that pass a lock on among themselves are one holder.
     *
     * @param name the lock's name
     * @param holding the holder, as {@link LockInspection} showed it
     * @param wait how long to wait: zero or more. Less if the store knows that the holder's client does not listen
     * @return what became of it
     * @throws InterruptedException if the thread was interrupted; the recall stands
     * @throws StoreUnavailableException if the store does not answer
     * @throws ClientClosedException if the client is closed, or is closed meanwhile
     */
    RecallOutcome recall(String name, Holding holding, Duration wait) throws InterruptedException;
}
