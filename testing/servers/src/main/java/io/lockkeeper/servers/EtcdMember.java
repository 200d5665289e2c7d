package io.lockkeeper.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How one etcd server is set up, and on which ports of the loopback interface.
 *
 * @param tls whether its clients have to speak TLS; what it says to other members and its counters are plain
 * @param clientPort where its clients connect
 * @param peerPort where other members connect
 * @param metricsPort where it tells how it is
 * @param more further options of its command line
 */
record EtcdMember(boolean tls, int clientPort, int peerPort, int metricsPort, List<String> more) {

    static EtcdMember create(boolean tls, String... more) {
        return new EtcdMember(tls, FreePorts.take(), FreePorts.take(), FreePorts.take(), List.of(more));
    }

    String scheme() {
        return tls ? "etcds" : "etcd";
    }

    /** The command line's options, for an ensemble of these members. */
    String[] options(List<EtcdMember> all) {
        String clients = (tls ? "https" : "http") + "://127.0.0.1:" + clientPort;
        String members = all.stream()
                .map(member -> member.name() + "=" + member.peerUrl())
                .collect(Collectors.joining(","));
        List<String> words = new ArrayList<>(List.of("--name=" + name(), "--initial-cluster=" + members));
        words.addAll(List.of("--listen-client-urls=" + clients, "--advertise-client-urls=" + clients));
        words.addAll(List.of("--listen-peer-urls=" + peerUrl(), "--initial-advertise-peer-urls=" + peerUrl()));
        words.addAll(List.of("--listen-metrics-urls=http://127.0.0.1:" + metricsPort, "--logger=zap"));
        if (tls) {
            TlsIdentity identity = TlsIdentity.shared();
            words.addAll(List.of("--cert-file=" + identity.certificatePem(), "--key-file=" + identity.keyPem()));
        }
        words.addAll(more);
        return words.toArray(String[]::new);
    }

    private String name() {
        return "member-" + peerPort;
    }

    private String peerUrl() {
        return "http://127.0.0.1:" + peerPort;
    }
}
