package io.lockkeeper.simulation;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockStatus;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.faults.Pausable;
import io.lockkeeper.memory.MemorySpace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One seed's story: some clients of a store of some kind, some locks, and random things that happen to them, until all comes
 * to rest. Messages are slow or lost, clients pause or die, locks are released by force, and the store may lose its data.
 */
public final class Run {

    static final Duration LEASE = Duration.ofSeconds(20);

    /** A lost signal costs a lease at most; then all others are still to be served. */
    private static final Duration PATIENCE = LEASE.multipliedBy(4);

    private static final Duration TICK = Duration.ofMillis(50);

    private final SplittableRandom random;
    private final ManualTime time = new ManualTime();
    private final MemorySpace space = new MemorySpace(time);
    private final List<Node> nodes = new ArrayList<>();
    private final List<Ticket> tickets = new ArrayList<>();
    private final Witness witness = new Witness(nodes);
    private final Log log = new Log(time, () -> witness.look(time.nanos()));
    private final Operator operator;
    private final Weather weather;
    private final int names;

    /** A sound run. */
    Run(long seed) {
        this(seed, Backend::random);
    }

    /** A run with a backend of a kind that is chosen. */
    public Run(long seed, Function<SplittableRandom, Backend.Kind> kind) {
        random = new SplittableRandom(seed);
        Backend backend = kind.apply(random.split()).over(space, time);
        log.note("the store", () -> "is " + backend.kind());
        weather = new Weather(random.split());
        operator = new Operator(space.connect(), backend, time, witness, weather);
        names = 1 + random.nextInt(2);
        int clients = 3 + random.nextInt(3);
        for (int number = 0; number < clients; number++) {
            String name = "client " + number;
            Pausable process = new Pausable(time);
            Network network = new Network(name, time, process, weather, log, random.split());
            nodes.add(new Node(name, backend, time, network, process, random.split()));
        }
    }

    /** Lives through it. How many holders there were. */
    public int live() {
        int steps = 40 + random.nextInt(80);
        int disaster = random.nextInt(4) == 0 ? random.nextInt(steps) : steps;
        for (int step = 0; step < steps; step++) {
            if (step == disaster) {
                loseData();
            }
            act(nodes.get(random.nextInt(nodes.size())));
            pass(Duration.ofNanos(random.nextLong(random.nextInt(8) == 0 ? 9_000_000_000L : 60_000_000L)));
        }
        comeToRest();
        return witness.holders();
    }

    private void act(Node node) {
        if (random.nextInt(20) == 0) {
            log.note("operator", () -> "acts");
            String done = operator.act(random);
            log.note("operator", () -> done);
        }
        if (!node.isDead()) {
            if (random.nextInt(100) == 0 && living().count() > 2) {
                kill(node);
            } else {
                act(node, random.nextInt(20));
            }
        }
        log.happened();
    }

    private void kill(Node node) {
        log.note(node, () -> "dies");
        node.kill();
        if (random.nextBoolean()) { // Else nobody notices that it does not listen any more.
            time.schedule(random.nextLong(10_000_000_000L), node::disconnect);
        }
    }

    private void loseData() {
        log.note("the store", () -> "loses its data");
        weather.silence(true);
        operator.loseData();
        weather.silence(false);
        log.happened();
    }

    private void act(Node node, int die) {
        if (die == 0 || (node.isPaused() && die < 6)) {
            if (node.isPaused()) {
                log.note(node, () -> "resumes");
                node.resume();
            } else {
                log.note(node, () -> "pauses");
                node.pause();
            }
        } else if (die == 1) {
            boolean down = random.nextBoolean();
            log.note(node, () -> down ? "loses the store" : "finds the store");
            node.network().down(down);
        } else if (!node.isPaused()) {
            if (die < 9) {
                ask(node);
            } else if (die < 11) {
                cancel(node);
            } else if (die < 13) {
                adjustOne(node);
            } else {
                closeOne(node);
            }
        }
    }

    private void ask(Node node) {
        LockOptions options = Wish.random(random, node.keeps());
        String lock = "lock " + random.nextInt(names);
        log.note(node, () -> "asks for " + lock + ", wait " + options.maxWait() + ", " + options.lease());
        tickets.add(new Ticket(node, node.locks().lock(lock, options).acquireAsync()));
    }

    private void cancel(Node node) {
        tickets.removeIf(Ticket::isOver);
        List<Ticket> open = tickets.stream()
                .filter(ticket -> ticket.node() == node && ticket.isOpen())
                .toList();
        if (!open.isEmpty()) {
            log.note(node, () -> "cancels");
            open.get(random.nextInt(open.size())).future().cancel(false);
        }
    }

    private void closeOne(Node node) {
        List<Lease> held = leases(node);
        if (!held.isEmpty()) {
            close(node, held.get(random.nextInt(held.size())));
        }
    }

    private void close(Node node, Lease lease) {
        log.note(node, () -> "closes " + lease);
        CompletableFuture<Void> unused = lease.closeAsync();
    }

    private void adjustOne(Node node) {
        List<Lease> held = leases(node);
        if (held.isEmpty()) {
            return;
        }
        Lease lease = held.get(random.nextInt(held.size()));
        if (random.nextInt(5) == 0) {
            log.note(node, () -> "lets expire " + lease);
            lease.letExpire();
        } else {
            Duration lasting = Duration.ofMillis(50 + random.nextInt(random.nextBoolean() ? 1_000 : 20_000));
            log.note(node, () -> "extends " + lease + " by " + lasting);
            CompletableFuture<Void> unused = lease.extendAsync(lasting);
        }
    }

    private void pass(Duration passing) {
        time.advance(passing);
        log.happened();
    }

    /** The leases of a client that are current, as its users have them. */
    private List<Lease> leases(Node node) {
        return tickets.stream()
                .filter(ticket -> ticket.node() == node)
                .map(Ticket::lease)
                .filter(lease -> lease != null && lease.isHeld())
                .map(Lease.class::cast)
                .toList();
    }

    private void comeToRest() {
        weather.calmDown();
        nodes.forEach(node -> node.network().down(false));
        nodes.forEach(Node::resume);
        log.note("everyone", () -> "has good weather from now on");
        if (random.nextBoolean()) {
            log.note("operator", () -> "takes all");
            operator.takeAll();
            pass(Operator.TOLD.plus(TICK));
        }
        long begun = time.nanos();
        // A waiter that missed its grant is not in the store's queue until it asks again.
        while (!isAtRest() || (somebodyWaits() && time.nanos() - begun < PATIENCE.toNanos())) {
            if (time.nanos() - begun > PATIENCE.multipliedBy(2).toNanos()) {
                throw new AssertionError(
                        "After " + PATIENCE + " of good weather there is no rest: " + operator.taken());
            }
            living().forEach(node -> leases(node).forEach(lease -> close(node, lease)));
            pass(TICK);
        }
        if (somebodyWaits()) {
            throw new AssertionError(
                    "The locks are free, but somebody waits: " + waiting().toList());
        }
        living().forEach(node -> node.locks().close());
        time.advance(Duration.ofSeconds(60));
        if (time.pending() != 0) {
            throw new AssertionError(time.pending() + " timers are left behind.");
        }
    }

    private boolean somebodyWaits() {
        return waiting().findAny().isPresent();
    }

    private Stream<Ticket> waiting() {
        return tickets.stream()
                .filter(ticket -> ticket.isOpen() && !ticket.node().isDead());
    }

    private Stream<Node> living() {
        return nodes.stream().filter(node -> !node.isDead());
    }

    /** Nothing is held or waited for, and remains so for longer than anything is repeated. */
    private boolean isAtRest() {
        for (int looks = 0; looks < 60; looks++) {
            if (operator.taken().stream().anyMatch(this::isInUse)) {
                return false;
            }
            pass(TICK);
        }
        return true;
    }

    /** The dead may wait for ever where nobody noticed that they died. */
    private boolean isInUse(LockStatus status) {
        return status.holding().isPresent()
                || status.waiters().stream()
                        .anyMatch(waiter ->
                                living().anyMatch(node -> node.toString().equals(waiter.description())));
    }

    @Override
    public String toString() {
        return log.toString();
    }
}
