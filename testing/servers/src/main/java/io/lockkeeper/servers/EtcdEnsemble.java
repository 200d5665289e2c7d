package io.lockkeeper.servers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A real etcd cluster of three for tests. It serves while two of them do. Thread-safe; ends with this JVM at the latest.
 *
 * <p>The server must be installed: see {@link RequiresEtcd}.
 */
public final class EtcdEnsemble implements AutoCloseable {
    private static final int MEMBERS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<EtcdServer> members;

    private EtcdEnsemble(List<EtcdServer> members) {
        this.members = List.copyOf(members);
    }

    /**
     * Starts three servers and returns when each of them serves.
     *
     * @param options options of each one's command line
     */
    public static EtcdEnsemble start(String... options) {
        return start(Installation.MACHINE, options);
    }

    /** Starts three servers of this installation like {@link #start(String...)}. */
    public static EtcdEnsemble start(Installation installation, String... options) {
        List<EtcdMember> plan = IntStream.range(0, MEMBERS)
                .mapToObj(index -> EtcdMember.create(false, options))
                .toList();
        List<EtcdServer> started = new ArrayList<>();
        try {
            for (EtcdMember member : plan) {
                started.add(EtcdServer.launch(installation, member, plan));
            }
            started.forEach(EtcdServer::awaitHealth);
            return new EtcdEnsemble(started);
        } catch (RuntimeException | Error e) {
            started.forEach(EtcdServer::close);
            throw e;
        }
    }

    /** Returns the three servers, those that are killed or paused included. */
    public List<EtcdServer> members() {
        return members;
    }

    /** Returns the URL that names them all. */
    public String url() {
        return "etcd://"
                + members.stream().map(member -> "127.0.0.1:" + member.port()).collect(Collectors.joining(","));
    }

    /**
     * Returns the leader, waiting for one to be elected where there is none.
     *
     * @param of those to look at: one that is paused can't answer
     */
    public EtcdServer leader(List<EtcdServer> of) {
        List<EtcdServer> found = new ArrayList<>();
        Await.until("the election of a leader", PATIENCE, () -> {
            found.clear();
            leaderNow(of).ifPresent(found::add);
            return !found.isEmpty();
        });
        return found.get(0);
    }

    /** Returns the leader of all three. */
    public EtcdServer leader() {
        return leader(members);
    }

    private static Optional<EtcdServer> leaderNow(List<EtcdServer> of) {
        return of.stream()
                .filter(member -> member.process().isAlive() && member.isLeader())
                .findFirst();
    }

    /** Kills all servers and removes their data. */
    @Override
    public void close() {
        members.forEach(EtcdServer::close);
    }
}
