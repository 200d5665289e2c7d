package io.lockkeeper.races;

import io.lockkeeper.servers.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Networks between single workers and the store that break, hang and lag. */
final class NetworkTrouble implements Trouble {

    private final List<TcpProxy> networks;
    private final List<Integer> berths;
    private final Duration lease;

    NetworkTrouble(List<TcpProxy> networks, List<Integer> berths, Duration lease) {
        this.networks = networks;
        this.berths = berths;
        this.lease = lease;
    }

    @Override
    public Fault next(Random random) {
        int berth = berths.get(random.nextInt(berths.size()));
        TcpProxy network = networks.get(berth);
        Duration lasts = Trouble.between(random, lease.dividedBy(10), lease.multipliedBy(2));
        Duration delay = Trouble.between(random, Duration.ofMillis(1), lease.dividedBy(3));
        Way way = Trouble.oneOf(random, Way.values());
        String what = "the network of " + (char) ('A' + berth) + " " + way.words.formatted(delay.toMillis());
        return new Fault(what, lasts, () -> way.breaking(delay).accept(network), network::heal);
    }

    /** What happens to a network. */
    private enum Way {
        CUT("is cut"),
        DROP("drops its connections"),
        FREEZE("freezes"),
        FREEZE_REPLIES("freezes on the way back"),
        FREEZE_REQUESTS("freezes on the way there"),
        DELAY("is late by %d ms each way"),
        DELAY_REPLIES("is late by %d ms on the way back"),
        CUT_AFTER("breaks with the next reply"),
        CUT_BEFORE("breaks with the next request");

        private final String words;

        Way(String words) {
            this.words = words;
        }

        Consumer<TcpProxy> breaking(Duration delay) {
            return switch (this) {
                case CUT -> TcpProxy::cut;
                case DROP -> TcpProxy::dropConnections;
                case FREEZE -> TcpProxy::freeze;
                case FREEZE_REPLIES -> TcpProxy::freezeReplies;
                case FREEZE_REQUESTS -> TcpProxy::freezeRequests;
                case DELAY -> network -> network.delay(delay);
                case DELAY_REPLIES -> network -> network.delayReplies(delay);
                case CUT_AFTER ->
                    network -> {
                        var unused = network.cutAfterNextRequest();
                    };
                case CUT_BEFORE ->
                    network -> {
                        var unused = network.cutBeforeNextRequest("");
                    };
            };
        }
    }
}
