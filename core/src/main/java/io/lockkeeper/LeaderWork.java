package io.lockkeeper;

/** What a candidate does while it leads. */
@FunctionalInterface
public interface LeaderWork {

    /**
     * Leads. Called on a daemon thread that exists for this call only, so it may run for as long as it likes. The thread is interrupted
     * when the lead is lost, and when the candidacy or the client is closed; return soon then. To return gives the lead up.
     *
     * @param term the time as the leader: send its token to the resource, and call {@link Term#ensureCurrent()} before an action that
     *     cannot be undone
     * @throws Exception if the work failed, which gives the lead up and is logged; the candidate stands again after a pause
     */
    void lead(Term term) throws Exception;
}
