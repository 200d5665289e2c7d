package io.lockkeeper.memory;

import io.lockkeeper.store.Store;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A memory space whose locks last as long as the sessions of its stores. */
public final class SessionServer {

    /** How long a session lasts of which nothing is heard. */
    public static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Ticker time;
    private final MemorySpace space;
    private final List<SessionStore> sessions = new ArrayList<>();
    private final SessionFault fault;

    /** Over a space, by its clock. */
    public SessionServer(Ticker time, MemorySpace space, SessionFault fault) {
        this.time = time;
        this.space = space;
        this.fault = fault;
    }

    /** Begins a session. */
    public Store connect() {
        SessionStore store = new SessionStore(this, (MemoryStore) space.connect(), fault);
        sessions.add(store);
        return store;
    }

    /** Ends the sessions whose time is over. Every request does that first. */
    public void endUnheard() {
        if (fault != SessionFault.NEVER_ENDS) {
            sessions.forEach(session -> session.endIfUnheard(nanos()));
        }
    }

    long nanos() {
        return time.nanos();
    }
}
