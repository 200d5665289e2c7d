package io.lockkeeper.websale;

import io.lockkeeper.websale.shop.Answer;
import io.lockkeeper.websale.shop.Answer.Outcome;
import io.lockkeeper.websale.shop.Order;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.web.client.RestClientException;

/** The load generator: buyers who order from a random service at a steady rate. Safe for use by many threads. */
final class Buyers implements AutoCloseable {

    /** How many buyers there are; while all wait for an answer, nobody orders. */
    static final int NUMBER = 40;

    static final int FASTEST = 200;

    private final Services services;
    private final long paymentMillis;
    private final Semaphore idle = new Semaphore(NUMBER);
    private final ExecutorService buyers = Executors.newFixedThreadPool(NUMBER, task -> daemon(task, "buyer"));
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "buyers-clock"));
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile State state = State.READY;
    private volatile int perSecond = 40;
    private volatile boolean locked = true;

    /** Whether the buyers order. */
    enum State {
        READY,
        RUNNING,
        STOPPED,
        SOLD_OUT
    }

    Buyers(Arguments arguments, Services services) {
        this.services = services;
        this.paymentMillis = arguments.paymentMillis();
        clock.execute(this::tick);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    State state() {
        return state;
    }

    boolean locked() {
        return locked;
    }

    int perSecond() {
        return perSecond;
    }

    /** How many orders got no answer, because their service was killed or stopped for long. */
    int unanswered() {
        return unanswered.get();
    }

    void start() {
        state = State.RUNNING;
    }

    /** Has the buyers order no more, and waits until those who have ordered have their answers. */
    void stop() throws InterruptedException {
        if (state == State.RUNNING) {
            state = State.STOPPED;
        }
        idle.acquire(NUMBER);
        idle.release(NUMBER);
    }

    /** Forgets what was; the buyers must have stopped. */
    void reset() {
        unanswered.set(0);
        state = State.READY;
    }

    /** Sets whether the next orders take the lock. */
    void lock(boolean locked) {
        this.locked = locked;
    }

    /** Sets how many orders are placed in a second. */
    void rate(int perSecond) {
        if (perSecond < 1 || perSecond > FASTEST) {
            throw new IllegalArgumentException("The rate is 1 to " + FASTEST + ", not " + perSecond);
        }
        this.perSecond = perSecond;
    }

    private void tick() {
        if (state == State.RUNNING && idle.tryAcquire()) {
            // Asked again with the permit: stop() has them all, or sees this order.
            if (state == State.RUNNING) {
                buyers.execute(this::buy);
            } else {
                idle.release();
            }
        }
        try {
            var unused = clock.schedule(this::tick, TimeUnit.SECONDS.toNanos(1) / perSecond, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            // The sale is over.
        }
    }

    private void buy() {
        try {
            List<ServiceProcess> open =
                    services.all().stream().filter(ServiceProcess::takesOrders).toList();
            if (open.isEmpty()) {
                return;
            }
            ThreadLocalRandom random = ThreadLocalRandom.current();
            Order order = new Order(1 + random.nextInt(3), locked, paymentMillis);
            Answer answer = open.get(random.nextInt(open.size())).order(order);
            if (answer.outcome() == Outcome.SOLD_OUT && answer.left() == 0 && state == State.RUNNING) {
                state = State.SOLD_OUT;
            }
        } catch (RestClientException killed) {
            unanswered.incrementAndGet();
        } finally {
            idle.release();
        }
    }

    @Override
    public void close() {
        state = State.STOPPED;
        clock.shutdownNow();
        buyers.shutdownNow();
    }
}
