package io.lockkeeper;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * An election of a leader: of all who stand for it, in any number of processes, at most one leads at a time.
 *
 * <p>An election is held on the lock of its name: who holds the lock leads. It therefore works on every store, with the store's
 * {@linkplain Guarantees guarantees}. As with every lock, a leader that is paused may go on after its lease has expired and another
 * one leads: a resource that must not accept it checks the {@linkplain Term#token() fencing token}. Safe for use by many threads.
 */
public interface Election {

    /**
     * Returns the name of the election, which is the name of its lock.
     *
     * @return the name, as it was given
     */
    String name();

    /**
     * Stands for election, in the background, until the candidacy is closed: waits for the lock, calls the work while it is held,
     * releases it when the work returns, pauses, and waits again. Does not access the store on the calling thread.
     *
     * <p>Nothing that fails ends a candidacy: it is logged, and the candidate stands again after a pause of at most two seconds. That holds for a
     * store that does not answer, a work that throws, and a thread that cannot be created. Several candidacies of one client are
     * several candidates, of which one leads.
     *
     * @param work is called on a thread of its own each time that this candidate leads
     * @return the candidacy, to be closed by the caller; closing the client closes it, too
     * @throws ClientClosedException if the client is closed
     */
    Candidacy stand(LeaderWork work);

    /**
     * Asks the store who leads. Blocks until the store answers.
     *
     * @return the leader; empty if there is none
     * @throws IllegalStateException if this store does not support it ({@link LockClient#inspection} is empty)
     * @throws StoreUnavailableException if the store does not answer
     */
    Optional<Holder> leader();

    /**
     * Watches who leads. The listener is called with the current leader, and again after each change, on a thread of the client,
     * by one thread at a time. The store is asked every half second, because no store tells of leaders by itself; a leader of less than that may not be seen. While the store does not
     * answer, the listener is not called. An exception that it throws is logged.
     *
     * @param listener receives the leader; empty if there is none
     * @return the watch, to be closed by the caller; closing the client closes it, too
     * @throws IllegalStateException if this store does not support it ({@link LockClient#inspection} is empty)
     * @throws ClientClosedException if the client is closed
     */
    LeaderWatch watch(Consumer<Optional<Holder>> listener);
}
