package io.lockkeeper.races;

import io.lockkeeper.servers.LoopbackServer;
import java.time.Duration;
import java.util.Random;

/** A server that hangs, or crashes and comes back, with its data or without. */
final class ServerTrouble implements Trouble {

    private final LoopbackServer server;
    private final Duration lease;

    ServerTrouble(LoopbackServer server, Duration lease) {
        this.server = server;
        this.lease = lease;
    }

    @Override
    public Fault next(Random random) {
        Duration lasts = time(random, lease);
        return switch (random.nextInt(3)) {
            case 0 -> new Fault("the server is paused", lasts, server::pause, server::resume);
            case 1 -> new Fault("the server has crashed", lasts, server::kill, server::restart);
            default -> Fault.atOnce("the server is restarted in good order", server::restart);
        };
    }

    /** How long a server does not serve: less than a lease, or more. */
    static Duration time(Random random, Duration lease) {
        return Trouble.between(
                random, lease.dividedBy(10), lease.multipliedBy(3).dividedBy(2));
    }
}
