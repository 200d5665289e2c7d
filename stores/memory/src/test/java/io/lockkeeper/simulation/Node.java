package io.lockkeeper.simulation;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.HeldLock;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.faults.Pausable;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Environment;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.store.Store;
import io.lockkeeper.time.Ticker;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** One client: its process, its clock, which runs a little fast or slow, and its way to the store. */
final class Node {

    private final String name;
    private final Pausable process;
    private final Network network;
    private final Store store;
    private final LockClient locks;
    private boolean paused;
    private boolean dead;

    Node(String name, Backend backend, ManualTime time, Network network, Pausable process, SplittableRandom random) {
        this.name = name;
        this.store = backend.connection().apply(network);
        this.process = process;
        this.network = network;
        double rate = 1 + (random.nextDouble() - 0.5) / 1_000;
        long origin = time.nanos();
        long shift = random.nextLong(1_000_000_000_000L);
        Ticker ticker = () -> shift + (long) ((time.nanos() - origin) * rate);
        Timer timer = (delay, task) -> process.schedule(inSharedTime(delay, rate), network.watched(task));
        ClientOptions options = ClientOptions.defaults()
                .withDescription(name)
                .withLease(Run.LEASE)
                .withLocalRuns(runs(random));
        Environment world = new Environment(ticker, timer, random.split(), Runnable::run);
        this.locks = Engine.load().start(store, options, world);
    }

    private static LocalRuns runs(SplittableRandom random) {
        Duration atMost = Duration.ofMillis(random.nextInt(500));
        return new LocalRuns(1 + random.nextInt(4), atMost.dividedBy(1 + random.nextInt(9)), atMost);
    }

    /** Not earlier than the client's own clock says, or it would look again and again in no time. */
    private static long inSharedTime(long delay, double rate) {
        return delay <= 0 ? 0 : (long) Math.ceil(delay / rate) + 2;
    }

    LockClient locks() {
        return locks;
    }

    Network network() {
        return network;
    }

    /** Whether its store can keep a lock taken though its holder lets go. */
    boolean keeps() {
        return store instanceof AdjustableLease;
    }

    List<HeldLock> held() {
        return locks.held();
    }

    boolean isPaused() {
        return paused;
    }

    void pause() {
        paused = true;
        process.pause();
    }

    void resume() {
        if (dead) {
            return;
        }
        paused = false;
        process.resume();
    }

    boolean isDead() {
        return dead;
    }

    /** It never runs again. What it sent may still arrive. */
    void kill() {
        dead = true;
        pause();
    }

    /** The store notices that nobody listens for this client any more. */
    void disconnect() {
        if (store instanceof GrantPush) {
            store.close();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
