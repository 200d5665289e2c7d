package io.lockkeeper.races;

import io.lockkeeper.Purpose;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The worker JVMs: a fixed number of berths, each of which has one at any time. One that is killed is replaced.
 *
 * <p>Thread-safe as far as no two threads care for the same berth.
 */
final class Fleet implements AutoCloseable {

    private final Orders orders;
    private final int counterPort;
    private final long seed;
    private final List<Crew> present = new ArrayList<>();
    private final List<Crew> past = new ArrayList<>();

    /**
     * What all workers have in common.
     *
     * @param urls the store's address, for each berth
     * @param threads how many threads a worker has
     * @param lease the lease time
     * @param longestJob how long work may take, once in a while; zero if it is always short
     * @param purpose what the lock is declared for
     * @param elects whether the threads stand for election
     */
    record Orders(
            List<String> urls, int threads, Duration lease, Duration longestJob, Purpose purpose, boolean elects) {

        Orders(List<String> urls, int threads, Duration lease, Duration longestJob, Purpose purpose) {
            this(urls, threads, lease, longestJob, purpose, false);
        }
    }

    Fleet(Orders orders, int counterPort, long seed) {
        this.orders = orders;
        this.counterPort = counterPort;
        this.seed = seed;
    }

    void launch() {
        for (int berth = 0; berth < orders.urls().size(); berth++) {
            present.add(start(berth, 1));
        }
        awaitReady();
    }

    synchronized Crew at(int berth) {
        return present.get(berth);
    }

    synchronized List<Crew> present() {
        return List.copyOf(present);
    }

    /** Kills a worker and starts another in its place, without waiting for that one to be ready. */
    void replace(int berth) {
        Crew gone = at(berth);
        gone.process().kill();
        Crew next = start(berth, generation(gone) + 1);
        synchronized (this) {
            past.add(gone);
            present.set(berth, next);
        }
    }

    /** Waits until every worker has begun to race. */
    void awaitReady() {
        present().forEach(Crew::awaitReady);
    }

    /** Has every worker finish its lap and end. Returns the names of those that do not. */
    List<String> finish() {
        present().forEach(Crew::stop);
        return present().stream().filter(crew -> !crew.isDone()).map(Crew::name).toList();
    }

    synchronized int killed() {
        return past.size();
    }

    /** How many increments are known to a worker to have been taken. */
    long acknowledged() {
        return everyone().stream().mapToLong(Crew::acknowledged).sum();
    }

    /** How many increments may have been taken without a worker having lived to know it. */
    long mostUnacknowledged() {
        return (long) killed() * orders.threads();
    }

    List<String> surprises() {
        return everyone().stream().flatMap(crew -> crew.surprises().stream()).toList();
    }

    @Override
    public void close() {
        everyone().forEach(Crew::close);
    }

    /** The name of the worker that a thread belongs to. */
    static String processOf(String thread) {
        return thread.substring(0, thread.indexOf('.'));
    }

    /** The letter of the berth that a worker's thread belongs to. */
    static String berthOf(String thread) {
        return thread.substring(0, 1);
    }

    private synchronized List<Crew> everyone() {
        List<Crew> all = new ArrayList<>(past);
        all.addAll(present);
        return all;
    }

    private static int generation(Crew crew) {
        return Integer.parseInt(crew.name().substring(1));
    }

    private Crew start(int berth, int generation) {
        String name = (char) ('A' + berth) + "" + generation;
        return Crew.start(new Assignment(
                orders.urls().get(berth),
                counterPort,
                name,
                orders.threads(),
                orders.lease().toMillis(),
                orders.longestJob().toMillis(),
                orders.purpose(),
                seed,
                orders.elects()));
    }
}
