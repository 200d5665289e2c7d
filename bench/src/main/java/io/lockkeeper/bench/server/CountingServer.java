package io.lockkeeper.bench.server;

import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.Programs;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A server with counters of its own, which only grow; each request that it counts travels.
 *
 * <p>Not thread-safe.
 *
 * @param <S> the server that tests use
 */
abstract class CountingServer<S extends LoopbackServer> implements Server {
    private final ServerKind kind;
    private final S server;
    private final ProcessTree processes;

    CountingServer(ServerKind kind, S server) {
        this.kind = kind;
        this.server = server;
        this.processes =
                new ProcessTree(ProcessHandle.of(server.process().pid()).orElseThrow());
    }

    /** Returns all counters of this kind of server as they are now. */
    abstract Map<Counter, Double> counts();

    final S server() {
        return server;
    }

    @Override
    public final ServerKind kind() {
        return kind;
    }

    @Override
    public final String url() {
        return server.url();
    }

    @Override
    public final Supplier<Load> measure() {
        Load before = load();
        return () -> load().since(before);
    }

    @Override
    public final Watch watch() {
        return Watch.ofNothing();
    }

    private Load load() {
        return new Load(counts(), Map.of(), processes.cpuSeconds());
    }

    @Override
    public void close() {
        server.close();
    }

    static void need(String program, String debianPackage) {
        if (Programs.find(program).isEmpty()) {
            throw new IllegalArgumentException(program + " is not on the PATH: apt-get install " + debianPackage);
        }
    }
}
