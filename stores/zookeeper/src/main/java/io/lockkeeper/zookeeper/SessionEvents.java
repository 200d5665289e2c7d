package io.lockkeeper.zookeeper;

import org.apache.zookeeper.WatchedEvent;

/** What happens to a session. Told on its event thread, but for beats and ends, which are told on any. */
interface SessionEvents {

    /** It began, and how long it lives is known. */
    void opened(Session session);

    /** It goes on, on another connection; what was under way has failed. */
    void reconnected(Session session);

    /**
     * It is over, or may be. Told once.
     *
     * @param byServer whether the server said so, and not the clock
     */
    void ended(Session session, boolean byServer);

    /** It is time to prove that it lives. */
    void beat(Session session);

    /** A node that was watched has changed. */
    void changed(Session session, WatchedEvent event);

    /** Whether anything is lost if it ends. */
    boolean reliesOn(Session session);
}
