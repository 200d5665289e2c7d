package io.lockkeeper.bench.server;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.options.DeleteOption;
import io.lockkeeper.servers.EtcdServer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/** An etcd server alone, which counts its requests itself. Not thread-safe. */
final class Etcd extends CountingServer<EtcdServer> {
    /** Signs of life come by the clock. */
    private static final Set<String> SIGNS_OF_LIFE = Set.of("LeaseKeepAlive", "LeaseTimeToLive");

    private static final ByteSequence ALL = ByteSequence.from(new byte[1]);

    private final Client client;

    private Etcd(EtcdServer server) {
        super(ServerKind.ETCD, server);
        this.client = Client.builder()
                .endpoints("http://127.0.0.1:" + server().port())
                .build();
    }

    static Server start() {
        need("etcd", "etcd-server");
        return new Etcd(EtcdServer.start());
    }

    @Override
    public String description() {
        return "etcd " + server().version();
    }

    @Override
    public void flush() {
        try {
            client.getKVClient()
                    .delete(ALL, DeleteOption.builder().withRange(ALL).build())
                    .get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the keys cannot be deleted", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    Map<Counter, Double> counts() {
        double requests = server().requests().entrySet().stream()
                .filter(each -> !SIGNS_OF_LIFE.contains(each.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        Map<String, Double> metrics = server().metrics();
        double bytes = metrics.getOrDefault("etcd_network_client_grpc_received_bytes_total", 0.0)
                + metrics.getOrDefault("etcd_network_client_grpc_sent_bytes_total", 0.0);
        return Map.of(Counter.REQUESTS, requests, Counter.BYTES, bytes);
    }

    @Override
    public void close() {
        client.close();
        super.close();
    }
}
