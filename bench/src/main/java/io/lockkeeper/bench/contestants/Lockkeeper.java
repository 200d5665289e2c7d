package io.lockkeeper.bench.contestants;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.LockClient;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;

/** Lockkeeper, as its README says to use it. */
public final class Lockkeeper extends Contestant {

    /** Makes it. */
    public Lockkeeper() {
        super("lockkeeper", EnumSet.allOf(Backend.class), Ability.REENTRANT, Ability.RENEWING);
    }

    @Override
    public Locks open(String url, Optional<Duration> lease) {
        ClientOptions defaults = ClientOptions.defaults();
        return locks(url, lease.map(defaults::withLease).orElse(defaults));
    }

    private static Locks locks(String url, ClientOptions options) {
        LockClient client = LockClient.connect(url, options);
        return Locks.of(name -> Mutex.of(client.lock(name)), client::close);
    }

    /** Made to hand over between processes each time one waits, as if each had a single thread. */
    public static final class WithoutLocalRuns extends Contestant {

        /** Makes it. */
        public WithoutLocalRuns() {
            super("lockkeeper-no-local-runs", EnumSet.allOf(Backend.class));
        }

        @Override
        public boolean joins(String scenario) {
            return scenario.equals("s7");
        }

        @Override
        public Locks open(String url, Optional<Duration> lease) {
            return locks(url, ClientOptions.defaults().withLocalRuns(LocalRuns.none()));
        }
    }
}
