package io.lockkeeper.races;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Purpose;
import io.lockkeeper.races.Violation.Promise;
import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Races over a server whose locks are leases: the counter, which compares tokens, is exact whatever breaks. */
abstract class LeaseRaces {

    static final Duration LEASE = Duration.ofSeconds(1);

    private static final int PROCESSES = 4;
    private static final Duration LONG_LEASE = Duration.ofSeconds(30);
    private static final Duration LONGEST_JOB = LEASE.multipliedBy(3).dividedBy(2);

    private final Supplier<? extends LoopbackServer> starter;
    private final String parameters;
    private final Duration time;

    /**
     * Races over one kind of server.
     *
     * @param starter starts one
     * @param parameters what its URL has to end with
     * @param time how long things break
     */
    LeaseRaces(Supplier<? extends LoopbackServer> starter, String parameters, Duration time) {
        this.starter = starter;
        this.parameters = parameters;
        this.time = time;
    }

    @Test
    void withoutFaultsNothingIsRefusedAndEveryProcessGetsItsShare() throws InterruptedException {
        try (LoopbackServer server = start();
                Race race = start(orders(urls(server), 3, LONG_LEASE, Duration.ZERO))) {
            Result result = race.run(Race.duration(4)).finish().requireAllBut();
            assertThat(result.refused()).isZero();
            long all =
                    result.shares().values().stream().mapToLong(Long::longValue).sum();
            assertThat(result.shares().values())
                    .hasSize(PROCESSES)
                    .allSatisfy(share -> assertThat(share).isGreaterThan(all / PROCESSES / unevenness()));
        }
    }

    /** How many times less than the mean a process may get. */
    int unevenness() {
        return 3;
    }

    @Test
    void whileWorkersAreKilledAndPausedTheCounterIsExact() throws InterruptedException {
        try (LoopbackServer server = start();
                Race race = start(orders(urls(server), 3, LEASE, LONGEST_JOB))) {
            race.run(time, new ProcessTrouble(race, List.of(0, 1), LEASE), new ProcessTrouble(race, List.of(2), LEASE))
                    .finish()
                    .requireAllBut(notPromisedUnderFaults().toArray(Promise[]::new));
        }
    }

    @Test
    void whileNetworksBreakHangAndLagTheCounterIsExact() throws InterruptedException {
        List<TcpProxy> networks = new ArrayList<>();
        try (LoopbackServer server = start()) {
            for (int berth = 0; berth < PROCESSES; berth++) {
                networks.add(server.proxy());
            }
            List<String> urls = networks.stream()
                    .map(network -> server.url(network) + parameters)
                    .toList();
            try (Race race = start(orders(urls, 2, LEASE, LONGEST_JOB))) {
                race.run(
                                time,
                                new NetworkTrouble(networks, List.of(0, 1), LEASE),
                                new NetworkTrouble(networks, List.of(2), LEASE))
                        .finish()
                        .requireAllBut(notPromisedUnderFaults().toArray(Promise[]::new));
            }
        } finally {
            networks.forEach(TcpProxy::close);
        }
    }

    /** What the lock is declared for. */
    Purpose purpose() {
        return Purpose.FENCED;
    }

    /** Starts a race: on a counter that refuses old tokens, unless there are none. */
    Race start(Fleet.Orders orders) {
        return Race.start(orders);
    }

    /** What need not hold while processes and networks fail. */
    Set<Promise> notPromisedUnderFaults() {
        return Set.of();
    }

    LoopbackServer start() {
        return starter.get();
    }

    /** Races while the server is in trouble; returns what came of it. */
    Result race(LoopbackServer server, Trouble trouble) throws InterruptedException {
        try (Race race = start(orders(urls(server), 2, LEASE, LONGEST_JOB))) {
            return race.run(time, trouble).finish();
        }
    }

    private List<String> urls(LoopbackServer server) {
        return Collections.nCopies(PROCESSES, server.url() + parameters);
    }

    private Fleet.Orders orders(List<String> urls, int threads, Duration lease, Duration longestJob) {
        return new Fleet.Orders(urls, threads, lease, longestJob, purpose());
    }
}
