package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.grpc.MethodDescriptor;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;

/** A server for each test, clients of it, and what can be seen of both. */
@RequiresEtcd
abstract class WithEtcd implements StoreFixture {

    final EtcdServer etcd;

    WithEtcd() {
        this(EtcdServer.start());
    }

    WithEtcd(EtcdServer etcd) {
        this.etcd = etcd;
    }

    @Override
    public Store open() {
        return open(etcd.url() + "?timeout=10s");
    }

    static EtcdStore open(String url) {
        return EtcdStore.connect(StoreAddress.parse(url));
    }

    /** A client by another address than the others. */
    Contender contender(String url) {
        return new StoreFixture() {
            @Override
            public Store open() {
                return WithEtcd.open(url);
            }

            @Override
            public Duration patience() {
                return WithEtcd.this.patience();
            }
        }.contender();
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** All keys that there are, whoever wrote them. */
    List<String> keys() {
        return keys(etcd.url());
    }

    static List<String> keys(String url) {
        ByteString first = ByteString.copyFrom(new byte[1]);
        RangeRequest all = RangeRequest.newBuilder()
                .setKey(first)
                .setRangeEnd(first)
                .setKeysOnly(true)
                .build();
        return ask(url, KVGrpc.getRangeMethod(), all).getKvsList().stream()
                .map(found -> found.getKey().toStringUtf8())
                .toList();
    }

    /** Asks a server something, as nobody in particular. */
    static <Q, R> R ask(String url, MethodDescriptor<Q, R> method, Q question) {
        String patient = url.contains("?") ? url : url + "?timeout=30s";
        EtcdSettings settings = EtcdAddress.parse(StoreAddress.parse(patient));
        Timers timers = new Timers();
        Link link = new Link(settings, new Failures(settings.where(), Keys.under("")), timers);
        try {
            return link.ask(method, question).join();
        } finally {
            link.close();
            timers.close();
        }
    }

    /** How many leases there are. */
    long leases() {
        Map<String, Double> metrics = etcd.metrics();
        return (long) (metrics.getOrDefault("etcd_debugging_lease_granted_total", 0.0)
                - metrics.getOrDefault("etcd_debugging_lease_revoked_total", 0.0));
    }

    /** What the server is asked while something is done, by method. */
    Map<String, Long> requestsOf(Runnable deed) {
        Map<String, Long> before = etcd.requests();
        deed.run();
        Map<String, Long> during = new TreeMap<>();
        etcd.requests().forEach((method, count) -> {
            long more = count - before.getOrDefault(method, 0L);
            if (more > 0) {
                during.put(method, more);
            }
        });
        return during;
    }

    @AfterEach
    void stopServer() {
        etcd.close();
    }
}
