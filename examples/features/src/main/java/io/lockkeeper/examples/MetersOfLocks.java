package io.lockkeeper.examples;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.micrometer.LockMetrics;
import io.lockkeeper.micrometer.LockMetricsOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.CompletableFuture;

/** The meters of a client's locks: what is held and waited for now, and what happened, once the client has told of it. */
public final class MetersOfLocks {
    private MetersOfLocks() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        String url = "memory:meters-of-locks";
        MeterRegistry registry = new SimpleMeterRegistry(); // Yours: that of Prometheus, for example.
        LockMetrics metrics = LockMetrics.of(registry, LockMetricsOptions.forStore(url));

        try (LockClient locks = LockClient.connect(url, ClientOptions.defaults().withListener(metrics))) {
            metrics.bind(locks);
            DistributedLock stock = locks.lock("stock:42");
            CompletableFuture<Void> second;
            try (Lease first = stock.acquire()) {
                first.ensureHeld();
                second = stock.acquireAsync().thenCompose(Lease::closeAsync);
                System.out.println("held: " + gauge(registry, "lockkeeper.held") + ", waiting: "
                        + gauge(registry, "lockkeeper.waiting"));
            }
            second.join();
        } // Closing it waits a moment for listeners.

        for (Timer timer : registry.get("lockkeeper.wait").timers()) {
            if (timer.count() > 0) {
                System.out.println("waits that ended as " + timer.getId().getTag("outcome") + ": " + timer.count());
            }
        }
        System.out.println("of them contended: "
                + registry.get("lockkeeper.contention").timer().count());
    }

    private static int gauge(MeterRegistry registry, String name) {
        return (int) registry.get(name).gauge().value();
    }
}
