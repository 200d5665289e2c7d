package io.lockkeeper.memory;

import io.lockkeeper.contract.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A memory space whose locks last as long as the sessions of its stores. */
final class SessionServer {

    static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final ManualTime time = new ManualTime();
    private final MemorySpace space = new MemorySpace(time);
    private final List<SessionStore> sessions = new ArrayList<>();
    private final SessionFault fault;

    SessionServer(SessionFault fault) {
        this.fault = fault;
    }

    SessionStore connect() {
        SessionStore store = new SessionStore(this, (MemoryStore) space.connect(), fault);
        sessions.add(store);
        return store;
    }

    void elapse(Duration passing) {
        time.advance(passing);
        if (fault != SessionFault.NEVER_ENDS) {
            sessions.forEach(session -> session.endIfUnheard(time.nanos()));
        }
    }

    long nanos() {
        return time.nanos();
    }
}
