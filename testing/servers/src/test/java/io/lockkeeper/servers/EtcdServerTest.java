package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

@RequiresEtcd
class EtcdServerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void a_server_serves_and_counts_and_keeps_its_port_over_a_crash() {
        try (EtcdServer etcd = EtcdServer.start()) {
            assertThat(etcd.isHealthy()).isTrue();
            assertThat(etcd.isLeader()).isTrue();
            assertThat(etcd.url()).isEqualTo("etcd://127.0.0.1:" + etcd.port());
            assertThat(etcd.metrics()).containsEntry("etcd_server_has_leader", 1.0);
            assertThat(etcd.version()).matches("3\\.\\d+\\.\\d+");
            int port = etcd.port();
            etcd.kill();
            assertThat(etcd.process().isAlive()).isFalse();
            etcd.restart();
            etcd.awaitHealth();
            assertThat(etcd.port()).isEqualTo(port);
        }
    }

    @Test
    void a_paused_server_does_not_answer_until_it_is_resumed() {
        try (EtcdServer etcd = EtcdServer.start()) {
            etcd.pause();
            assertThatThrownBy(etcd::isHealthy).hasMessageContaining("timed out");
            etcd.resume();
            Await.until("the health", PATIENCE, etcd::isHealthy);
        }
    }

    @Test
    void messages_are_counted_by_method() {
        String text = """
            # HELP
            grpc_server_msg_received_total{grpc_method="Txn",grpc_service="etcdserverpb.KV"} 5
            grpc_server_msg_received_total{grpc_method="Range",grpc_service="etcdserverpb.KV"} 0
            process_open_fds 1.2e+01
            """;
        assertThat(EtcdMetrics.requests(EtcdMetrics.parse(text))).containsOnly(Map.entry("Txn", 5L));
        assertThat(EtcdMetrics.parse(text)).containsEntry("process_open_fds", 12.0);
    }

    @Test
    void a_server_speaks_tls_if_it_is_told_to() throws IOException {
        try (EtcdServer etcd = EtcdServer.startWithTls();
                Socket socket =
                        TlsIdentity.shared().sslContext().getSocketFactory().createSocket("127.0.0.1", etcd.port())) {
            ((SSLSocket) socket).startHandshake();
            assertThat(etcd.url()).startsWith("etcds://");
        }
    }

    @Test
    void three_servers_elect_another_leader_when_theirs_is_gone() {
        try (EtcdEnsemble etcd = EtcdEnsemble.start()) {
            assertThat(etcd.url()).matches("etcd://127.0.0.1:\\d+,127.0.0.1:\\d+,127.0.0.1:\\d+");
            EtcdServer first = etcd.leader();
            first.kill();
            List<EtcdServer> rest =
                    etcd.members().stream().filter(member -> member != first).toList();
            EtcdServer second = etcd.leader(rest);
            assertThat(second).isNotSameAs(first);
            second.awaitHealth();
            first.restart();
            first.awaitHealth();
        }
    }
}
