package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.FreePorts;
import io.lockkeeper.servers.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A cluster of three whose members reach each other through proxies, one in front of each. A leader can be paused and
 * resumed without hearing what the others did meanwhile.
 */
final class SplitEnsemble implements AutoCloseable {

    private static final List<String> NAMES = List.of("one", "two", "three");

    private final List<Integer> ports =
            NAMES.stream().map(name -> FreePorts.take()).toList();
    private final List<TcpProxy> proxies = ports.stream().map(TcpProxy::to).toList();
    private final List<EtcdServer> members;

    SplitEnsemble(String... options) {
        // None of them serves before the second has started.
        List<CompletableFuture<EtcdServer>> starting = IntStream.range(0, NAMES.size())
                .mapToObj(index -> CompletableFuture.supplyAsync(
                        () -> EtcdServer.start(options(index, options)), task -> new Thread(task).start()))
                .toList();
        members = starting.stream().map(CompletableFuture::join).toList();
    }

    private String[] options(int index, String... more) {
        List<String> options = new ArrayList<>(List.of(more));
        options.addAll(List.of("--name", NAMES.get(index)));
        options.addAll(List.of("--listen-peer-urls", url(ports.get(index))));
        options.addAll(
                List.of("--initial-advertise-peer-urls", url(proxies.get(index).port())));
        String all = IntStream.range(0, NAMES.size())
                .mapToObj(each -> NAMES.get(each) + "=" + url(proxies.get(each).port()))
                .collect(Collectors.joining(","));
        options.addAll(List.of("--initial-cluster", all));
        return options.toArray(String[]::new);
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    List<EtcdServer> othersThan(EtcdServer one) {
        return members.stream().filter(member -> member != one).toList();
    }

    EtcdServer leader() {
        return leader(members);
    }

    /** The leader that some members have elected. */
    static EtcdServer leader(List<EtcdServer> of) {
        List<EtcdServer> found = new ArrayList<>();
        eventually(Duration.ofSeconds(30), () -> {
            found.clear();
            of.stream().filter(EtcdServer::isLeader).forEach(found::add);
            assertThat(found).hasSize(1);
        });
        return found.get(0);
    }

    /** Pauses a member; nothing that others say from now on waits for it when it goes on. */
    void isolate(EtcdServer one) {
        proxies.forEach(TcpProxy::freeze);
        one.pause();
        proxies.forEach(TcpProxy::cut);
        proxies.stream()
                .filter(proxy -> proxy != proxies.get(members.indexOf(one)))
                .forEach(TcpProxy::heal);
    }

    @Override
    public void close() {
        members.forEach(EtcdServer::close);
        proxies.forEach(TcpProxy::close);
        ports.forEach(FreePorts::giveBack);
    }
}
