package io.lockkeeper.races;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Purpose;
import io.lockkeeper.races.Event.Written;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.servers.ZooKeeperServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Processes that stand for election while they are killed and paused, and their networks cut: the counter takes no increment of a leader
 * whose successor has acted, every process leads in turn, and nobody leads for no longer than a lease and what a busy machine needs.
 */
final class ElectionRaceTest {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration TIME = Race.duration(5);
    private static final int PROCESSES = 3;

    /** Beyond the lease of a leader that died: a claim, a thread, a pause of the machine. */
    private static final Duration ALLOWANCE = Duration.ofSeconds(20);

    @Test
    void onRedis() throws InterruptedException {
        race(RedisServer.start(), "");
    }

    @Test
    void onPostgreSql() throws InterruptedException {
        race(PostgresServer.start(), "&lockkeeper.timeout=2s");
    }

    @Test
    void onZooKeeper() throws InterruptedException {
        race(ZooKeeperServer.start(), "?session=2s");
    }

    @Test
    @RequiresEtcd
    void onEtcd() throws InterruptedException {
        race(EtcdServer.start(), "?ttl=2s&timeout=1s");
    }

    private static void race(LoopbackServer started, String parameters) throws InterruptedException {
        List<TcpProxy> networks = new ArrayList<>();
        try (LoopbackServer server = started) {
            for (int berth = 0; berth < PROCESSES; berth++) {
                networks.add(server.proxy());
            }
            List<String> urls = networks.stream()
                    .map(network -> server.url(network) + parameters)
                    .toList();
            Fleet.Orders orders =
                    new Fleet.Orders(urls, 1, LEASE, LEASE.multipliedBy(3).dividedBy(2), Purpose.FENCED, true);
            try (Race race = Race.start(orders)) {
                Result result = race.run(
                                TIME,
                                new ProcessTrouble(race, List.of(0, 1), LEASE),
                                new NetworkTrouble(networks, List.of(1, 2), LEASE))
                        .finish()
                        .requireAllBut();
                assertThat(longestGap(result)).isLessThan(LEASE.plus(ALLOWANCE));
            }
        } finally {
            networks.forEach(TcpProxy::close);
        }
    }

    /** The longest time between two increments. */
    private static Duration longestGap(Result result) {
        long longest = 0;
        long before = -1;
        for (History.Entry entry : result.history()) {
            if (entry.event() instanceof Written) {
                longest = before < 0 ? 0 : Math.max(longest, entry.nanos() - before);
                before = entry.nanos();
            }
        }
        return Duration.ofNanos(longest);
    }
}
