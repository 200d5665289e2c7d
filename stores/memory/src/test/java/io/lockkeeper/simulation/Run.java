package io.lockkeeper.simulation;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.faults.Process;
import io.lockkeeper.memory.MemorySpace;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** One seed's story: some clients, some locks, and random things that happen to them, until all comes to rest. */
final class Run {

    static final Duration LEASE = Duration.ofSeconds(20);

    /** A lost signal costs a lease at most; then all others are still to be served. */
    private static final Duration PATIENCE = LEASE.multipliedBy(4);

    private static final Duration TICK = Duration.ofMillis(50);

    private final SplittableRandom random;
    private final ManualTime time = new ManualTime();
    private final MemorySpace space = new MemorySpace(time);
    private final Store eye = space.connect();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Ticket> tickets = new ArrayList<>();
    private final Witness witness = new Witness(nodes);
    private final Log log = new Log(time, witness::look);
    private final Weather weather;
    private final int names;

    Run(long seed) {
        random = new SplittableRandom(seed);
        weather = new Weather(random.split());
        names = 1 + random.nextInt(2);
        int clients = 3 + random.nextInt(3);
        for (int number = 0; number < clients; number++) {
            String name = "client " + number;
            Process process = new Process(time);
            Network network = new Network(name, time, process, weather, log, random.split());
            nodes.add(new Node(name, space.connect(), time, network, process, random.split()));
        }
    }

    /** Lives through it. How many holders there were. */
    int live() {
        for (int step = 40 + random.nextInt(80); step > 0; step--) {
            act(nodes.get(random.nextInt(nodes.size())));
            settle();
            pass(Duration.ofNanos(random.nextLong(random.nextInt(8) == 0 ? 9_000_000_000L : 60_000_000L)));
        }
        comeToRest();
        return witness.holders();
    }

    private void act(Node node) {
        int die = random.nextInt(20);
        if (die == 0 || node.isPaused() && die < 6) {
            if (node.isPaused()) {
                log.note(node.toString(), "resumes");
                node.resume();
            } else {
                log.note(node.toString(), "pauses");
                node.pause();
            }
        } else if (die == 1) {
            boolean down = random.nextBoolean();
            log.note(node.toString(), down ? "loses the store" : "finds the store");
            node.network().down(down);
        } else if (!node.isPaused()) {
            if (die < 9) {
                ask(node);
            } else if (die < 11) {
                cancel(node);
            } else {
                closeOne(node);
            }
        }
        log.happened();
    }

    private void ask(Node node) {
        LockOptions options = LockOptions.defaults();
        int die = random.nextInt(8);
        if (die < 2) {
            options = options.withMaxWait(Duration.ofMillis(die == 0 ? 0 : random.nextInt(5_000)));
        }
        if (random.nextInt(3) == 0) {
            Duration lease = Duration.ofMillis(50 + random.nextInt(random.nextBoolean() ? 500 : 30_000));
            options = random.nextBoolean() ? options.withFixedLease(lease) : options.withRenewedLease(lease);
        }
        String lock = "lock " + random.nextInt(names);
        log.note(node.toString(), "asks for " + lock + ", wait " + options.maxWait() + ", " + options.lease());
        CompletableFuture<Lease> future = node.locks().lock(lock, options).acquireAsync();
        tickets.add(new Ticket(node, future));
    }

    private void cancel(Node node) {
        List<Ticket> open = tickets.stream()
                .filter(ticket -> ticket.node() == node && ticket.isOpen())
                .toList();
        if (!open.isEmpty()) {
            log.note(node.toString(), "cancels");
            open.get(random.nextInt(open.size())).future().cancel(false);
        }
    }

    private void closeOne(Node node) {
        List<Lease> held = node.held();
        if (!held.isEmpty()) {
            close(node, held.get(random.nextInt(held.size())));
        }
    }

    private void close(Node node, Lease lease) {
        log.note(node.toString(), "closes " + lease);
        lease.closeAsync();
    }

    private void pass(Duration passing) {
        time.advance(passing);
        settle();
        log.happened();
    }

    /** Waits until futures show what the engine has granted: they are completed by threads of its own. */
    private void settle() {
        for (Node node : nodes) {
            for (Lease lease : node.held()) {
                long end = System.nanoTime() + 10_000_000_000L;
                while (tickets.stream().noneMatch(ticket -> ticket.lease() == lease)) {
                    if (System.nanoTime() > end) {
                        throw new AssertionError("Nobody was told of " + lease);
                    }
                    Thread.onSpinWait();
                }
            }
        }
        tickets.removeIf(ticket ->
                !ticket.isOpen() && (ticket.lease() == null || !ticket.lease().isHeld()));
    }

    private void comeToRest() {
        weather.calmDown();
        nodes.forEach(node -> node.network().down(false));
        nodes.forEach(Node::resume);
        log.note("everyone", "has good weather from now on");
        long begun = time.nanos();
        long real = System.nanoTime();
        settle();
        while (!isAtRest()) {
            if (isFree()) {
                Thread.yield(); // Only the threads that complete futures have something left to do.
            } else if (time.nanos() - begun > PATIENCE.toNanos()) {
                throw new AssertionError("After " + PATIENCE + " of good weather there is no rest: " + tickets + ", "
                        + ((Catalogue) eye).list("", 9).toCompletableFuture().join());
            }
            for (Node node : nodes) {
                for (Lease lease : node.held()) {
                    close(node, lease);
                }
            }
            pass(TICK);
            if (System.nanoTime() - real > 20_000_000_000L) {
                throw new AssertionError("The store is free, but nobody was told: " + tickets);
            }
        }
        pass(Duration.ofSeconds(5));
        nodes.forEach(node -> node.locks().close());
        time.advance(Duration.ofSeconds(60));
        if (time.pending() != 0) {
            throw new AssertionError(time.pending() + " timers are left behind.");
        }
    }

    private boolean isAtRest() {
        return tickets.stream().noneMatch(Ticket::isOpen) && isFree();
    }

    private boolean isFree() {
        return ((Catalogue) eye).list("", 9).toCompletableFuture().join().isEmpty();
    }

    @Override
    public String toString() {
        return log.toString();
    }
}
