package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeaseLoss.Reason;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Eventually;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A leader that stood still while another was elected prolongs sessions until it hears of that: it may not be believed. */
@RequiresEtcd
class DeposedLeaderTest implements StoreFixture {

    private final SplitEnsemble etcd = new SplitEnsemble();
    private final EtcdServer deposed = etcd.leader();
    private final List<EtcdServer> others = etcd.othersThan(deposed);
    private final TcpProxy network = deposed.proxy();

    @Override
    public Store open() {
        return EtcdStore.connect(StoreAddress.parse(others.get(0).url() + "?timeout=10s"));
    }

    @Test
    void itsHolderIsToldBeforeAnotherIsGranted() {
        StoreFixture throughTheLeader =
                () -> EtcdStore.connect(StoreAddress.parse(deposed.url(network) + "?timeout=2s&ttl=10s"));
        try (Contender ann = throughTheLeader.contender();
                Contender bob = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            Eventually.eventually(
                    patience(),
                    () -> assertThat(ann.store().renew(renewal(grant))).succeedsWithin(patience()));
            double kept = keptAlive();
            etcd.isolate(deposed);
            SplitEnsemble.leader(others); // It gives Ann's session all its time, and an election timeout more.
            elapse(Duration.ofSeconds(4));
            others.forEach(EtcdServer::pause);
            deposed.resume();
            Eventually.eventually(patience(), () -> {
                var unused = ann.store().renew(renewal(grant));
                assertThat(keptAlive()).isGreaterThan(kept);
            });
            network.freeze();
            deposed.pause();
            others.forEach(EtcdServer::resume);
            Grant second = bob.awaitGrant(next);
            assertThat(ann.signals().heard()).contains(new Signal.Lost("orders", grant.claim(), Reason.EXPIRED));
            assertThat(second.firstToken()).isGreaterThan(grant.lastToken());
        }
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(60);
    }

    private static List<Renewal> renewal(Grant grant) {
        return List.of(new Renewal(grant, LEASE));
    }

    /** How many requests to keep a session the old leader has answered. */
    private double keptAlive() {
        return deposed.metrics().entrySet().stream()
                .filter(counter ->
                        counter.getKey().startsWith("grpc_server_msg_sent_total{grpc_method=\"LeaseKeepAlive\""))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    @AfterEach
    void stopServers() {
        network.close();
        etcd.close();
    }
}
