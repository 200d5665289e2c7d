package io.lockkeeper.examples;

import io.lockkeeper.LockClient;
import io.lockkeeper.micrometer.LockObservations;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;

/** Each wait and each hold of a lock is an observation, of which tracing makes a span. Here, they are printed. */
public final class ObservedLocks {
    private ObservedLocks() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        ObservationRegistry registry = ObservationRegistry.create(); // Yours: that of Spring Boot, for example.
        registry.observationConfig().observationHandler(new Printer());

        String url = "memory:observed-locks";
        try (LockClient locks = LockObservations.of(registry, url).observe(LockClient.connect(url))) {
            String result = locks.lock("stock:42").call(lease -> "sold").value();
            System.out.println(result);
        }
    }

    private static final class Printer implements ObservationHandler<Observation.Context> {
        @Override
        public void onStop(Observation.Context context) {
            System.out.println(context); // Its name, key values, parent and error.
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }
}
