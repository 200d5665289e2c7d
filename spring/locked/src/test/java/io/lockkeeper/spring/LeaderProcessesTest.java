package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TcpProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two application processes, of which the leader is killed, paused, cut off from the store, and ended. */
class LeaderProcessesTest {

    private static final Duration LEASE = Duration.ofSeconds(3);

    /** The machine of the test may be slow. */
    private static final Duration LONG = LEASE.plusSeconds(27);

    private final RedisServer redis = RedisServer.start();
    private final Fence fence = new Fence();
    private final Map<String, JavaProcess> processes = new HashMap<>();
    private final Map<String, TcpProxy> proxies = new HashMap<>();

    @AfterEach
    void close() throws IOException {
        processes.values().forEach(JavaProcess::close);
        proxies.values().forEach(TcpProxy::close);
        fence.close();
        redis.close();
    }

    @Test
    void never_do_two_lead_past_the_fence_and_there_is_a_leader_again_soon() throws Exception {
        start("A");
        start("B");
        Await.until("an election", LONG, () -> fence.accepted() > 0);

        String killed = fence.last();
        process(killed).kill();
        awaitSuccessorOf(killed);
        start(killed);

        String paused = fence.last();
        Fence.Gate call = fence.keepWaiting(paused);
        assertThat(call.reached().await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        process(paused).pause();
        call.passed().countDown();
        awaitSuccessorOf(paused);
        assertThat(fence.refused()).isZero();
        process(paused).resume();
        Await.until("the refusal of the call that was paused", LONG, () -> fence.refused() > 0);

        String cut = fence.last();
        proxy(cut).cut();
        awaitSuccessorOf(cut);
        proxy(cut).heal();

        String ended = fence.last();
        process(ended).stop();
        awaitSuccessorOf(ended);
        assertThat(fence.last()).isEqualTo(cut); // It was elected again after its session had been lost.

        assertThat(fence.wrong()).isEmpty();
        assertThat(fence.refused()).isEqualTo(1);
    }

    private void awaitSuccessorOf(String former) {
        Await.until(
                "the election of a successor of " + former,
                LONG,
                () -> !fence.last().equals(former));
    }

    private void start(String name) {
        TcpProxy proxy = proxies.computeIfAbsent(name, unused -> redis.proxy());
        JavaProcess before = processes.put(
                name,
                JavaProcess.start(
                        LeaderProcess.class, name, redis.url(proxy), "" + LEASE.toMillis(), "" + fence.port()));
        if (before != null) {
            before.close();
        }
        process(name).awaitLine("ready"::equals, LONG);
    }

    private JavaProcess process(String name) {
        return Objects.requireNonNull(processes.get(name));
    }

    private TcpProxy proxy(String name) {
        return Objects.requireNonNull(proxies.get(name));
    }
}
