package io.lockkeeper.simulation;

import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.faults.FaultyStore;
import io.lockkeeper.faults.PolledSession;
import io.lockkeeper.faults.PolledStore;
import io.lockkeeper.memory.MemorySpace;
import io.lockkeeper.memory.SessionFault;
import io.lockkeeper.memory.SessionServer;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What the clients of a run connect to.
 *
 * @param kind for the log
 * @param longestLease how long a grant lasts at the most
 * @param connection connects a client over its network
 * @param endOverdue ends the sessions that are over, so that others see it
 */
public record Backend(String kind, Duration longestLease, Function<Network, Store> connection, Runnable endOverdue) {

    /** A kind of backend. */
    @FunctionalInterface
    public interface Kind {

        /** Makes one over an empty space. */
        Backend over(MemorySpace space, ManualTime time);
    }

    /** Two runs in four have a store with every capability, one has one with sessions, one has one that is only polled. */
    static Kind random(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> sessions(SessionFault.NONE);
            case 1 -> polled(sound -> sound);
            default -> queued(sound -> sound);
        };
    }

    /** Has every capability, with a fault. */
    public static Kind queued(UnaryOperator<Store> fault) {
        return (space, time) -> new Backend(
                "queued",
                Wish.LONGEST,
                network -> new FaultyStore(fault.apply(space.connect()), network, network::detour),
                () -> {});
    }

    /** Can neither push nor exchange, nor set a lease, with a fault. */
    public static Kind polled(UnaryOperator<Store> fault) {
        return (space, time) -> new Backend(
                "polled", Wish.LONGEST, network -> new PolledStore(fault.apply(space.connect()), network), () -> {});
    }

    /** Its locks last as long as the session of their client, with a fault. */
    public static Kind sessions(SessionFault fault) {
        return (space, time) -> {
            SessionServer server = new SessionServer(time, space, fault);
            return new Backend(
                    "sessions",
                    SessionServer.TIMEOUT,
                    network -> new PolledSession(server.connect(), network),
                    server::endUnheard);
        };
    }
}
