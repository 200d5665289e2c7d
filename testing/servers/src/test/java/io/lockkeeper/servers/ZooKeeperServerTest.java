package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ZooKeeperServerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void a_server_is_killed_and_restarted_on_its_port() {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            assertThat(server.mode()).isEqualTo("standalone");
            assertThat(server.statistics()).containsKeys("zk_cnt_updatelatency", "zk_cnt_readlatency");
            assertThat(server.url()).isEqualTo("zk://127.0.0.1:" + server.port());
            server.kill();
            assertThatThrownBy(server::mode).isInstanceOf(UncheckedIOException.class);
            server.restart();
            assertThat(server.mode()).isEqualTo("standalone");
        }
    }

    @Test
    void a_paused_server_answers_nothing_until_it_goes_on() {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            server.pause();
            assertThatThrownBy(server::mode).isInstanceOf(UncheckedIOException.class);
            server.resume();
            assertThat(server.mode()).isEqualTo("standalone");
        }
    }

    @Test
    void three_servers_elect_another_leader_when_theirs_is_killed() {
        try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start()) {
            ZooKeeperServer first = ensemble.leader();
            first.kill();
            Await.until("the election of another", PATIENCE, () -> ensemble.leader() != first);
            first.restart();
            ensemble.awaitAll();
            assertThat(first.mode()).isEqualTo("follower");
        }
    }
}
