package io.lockkeeper.bench.contestants;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.LockClient;
import java.time.Duration;
import java.util.Optional;

/** Lockkeeper. */
final class Lockkeeper {
    private Lockkeeper() {}

    static Locks open(String url, Optional<Duration> lease) {
        ClientOptions defaults = ClientOptions.defaults();
        return locks(url, lease.map(defaults::withLease).orElse(defaults));
    }

    static Locks openWithoutLocalRuns(String url) {
        return locks(url, ClientOptions.defaults().withLocalRuns(LocalRuns.none()));
    }

    private static Locks locks(String url, ClientOptions options) {
        LockClient client = LockClient.connect(url, options);
        return Locks.of(name -> Mutex.of(client.lock(name)), client::close);
    }
}
