package io.lockkeeper.spring;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.Term;
import java.util.Optional;

/**
 * An event: this process does not lead an election any more. Follows each {@link LeadershipGranted}, on the same thread.
 *
 * <p>If the lead is given up, the running {@link OnlyLeader} methods are awaited for three seconds at most; then the listeners are called, and
 * no other process leads until they have returned, as long as that is within five seconds in all. If the lead was lost, another process may already lead.
 *
 * @param name the name of the election
 * @param term the time as the leader, which has ended
 * @param loss when and why the lead was lost; empty if it was given up, since the context is stopped
 */
public record LeadershipRevoked(String name, Term term, Optional<LeaseLoss> loss) {

    /**
     * Returns the fencing token of the term.
     *
     * @return the token, see {@link Term#token()}
     * @throws io.lockkeeper.WeakGuaranteeException if the store has no fencing tokens
     */
    public long token() {
        return term.token();
    }
}
