package io.lockkeeper.memory;

import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.contract.SessionContract;
import io.lockkeeper.contract.TokenContract;
import io.lockkeeper.store.Store;
import java.time.Duration;

/** The test class of a {@link SessionStore}, sound or broken. */
abstract class SessionDouble implements TokenContract, SessionContract {

    private static final ThreadLocal<SessionFault> FAULT = ThreadLocal.withInitial(() -> SessionFault.NONE);

    private final ManualTime time = new ManualTime();
    private final SessionServer server = new SessionServer(time, new MemorySpace(time), FAULT.get());

    /** For the tests that run on this thread. */
    static void breakBy(SessionFault fault) {
        FAULT.set(fault);
    }

    @Override
    public Store open() {
        return server.connect();
    }

    @Override
    public Runnable cutOff(Store store) {
        return ((SessionStore) store).cut();
    }

    @Override
    public void elapse(Duration passing) {
        time.advance(passing);
        server.endUnheard();
    }

    @Override
    public long nanos() {
        return server.nanos();
    }

    @Override
    public Duration patience() {
        return Duration.ofMillis(200);
    }
}
