package io.lockkeeper.races;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Purpose;
import io.lockkeeper.races.Violation.Promise;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Races over Redis, whose locks are leases: the counter, which compares tokens, is exact whatever breaks. */
final class RedisRaceTest {

    private static final int PROCESSES = 4;
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration LONG_LEASE = Duration.ofSeconds(30);
    private static final Duration LONGEST_JOB = LEASE.multipliedBy(3).dividedBy(2);

    @Test
    void withoutFaultsNothingIsRefusedAndEveryProcessGetsItsShare() throws InterruptedException {
        try (RedisServer redis = RedisServer.start();
                Race race = Race.start(orders(redis, 3, LONG_LEASE, Duration.ZERO))) {
            Result result = race.run(Race.duration(4)).finish().requireAllBut();
            assertThat(result.refused()).isZero();
            long all =
                    result.shares().values().stream().mapToLong(Long::longValue).sum();
            assertThat(result.shares().values())
                    .hasSize(PROCESSES)
                    .allSatisfy(share -> assertThat(share).isGreaterThan(all / PROCESSES / 3));
        }
    }

    @Test
    void whileWorkersAreKilledAndPausedTheCounterIsExact() throws InterruptedException {
        try (RedisServer redis = RedisServer.start();
                Race race = Race.start(orders(redis, 3, LEASE, LONGEST_JOB))) {
            race.run(
                            Race.duration(6),
                            new ProcessTrouble(race, List.of(0, 1), LEASE),
                            new ProcessTrouble(race, List.of(2), LEASE))
                    .finish()
                    .requireAllBut();
        }
    }

    @Test
    void whileNetworksBreakHangAndLagTheCounterIsExact() throws InterruptedException {
        List<TcpProxy> networks = new ArrayList<>();
        try (RedisServer redis = RedisServer.start()) {
            for (int berth = 0; berth < PROCESSES; berth++) {
                networks.add(redis.proxy());
            }
            List<String> urls = networks.stream().map(redis::url).toList();
            try (Race race = Race.start(new Fleet.Orders(urls, 2, LEASE, LONGEST_JOB, Purpose.FENCED))) {
                race.run(
                                Race.duration(6),
                                new NetworkTrouble(networks, List.of(0, 1), LEASE),
                                new NetworkTrouble(networks, List.of(2), LEASE))
                        .finish()
                        .requireAllBut();
            }
        } finally {
            networks.forEach(TcpProxy::close);
        }
    }

    @Test
    void whileTheServerHangsAndCrashesAndKeepsItsDataTheCounterIsExact() throws InterruptedException {
        try (RedisServer redis = RedisServer.configure().appendOnly().start();
                Race race = Race.start(orders(redis, 2, LEASE, LONGEST_JOB))) {
            race.run(Race.duration(6), new ServerTrouble(redis, LEASE)).finish().requireAllBut();
        }
    }

    /** Two hold the lock for a moment, as documented; the tokens go on by the server's clock. */
    @Test
    void whileTheServerCrashesAndForgetsItsLocksTheCounterIsExact() throws InterruptedException {
        try (RedisServer redis = RedisServer.start();
                Race race = Race.start(orders(redis, 2, LEASE, LONGEST_JOB))) {
            race.run(Race.duration(6), new ServerTrouble(redis, LEASE)).finish().requireAllBut(Promise.ONE_HOLDER);
        }
    }

    private static Fleet.Orders orders(RedisServer redis, int threads, Duration lease, Duration longestJob) {
        return new Fleet.Orders(
                Collections.nCopies(PROCESSES, redis.url()), threads, lease, longestJob, Purpose.FENCED);
    }
}
