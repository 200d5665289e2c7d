package io.lockkeeper.bench.contestants;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import java.time.Duration;

/** Lockkeeper made to hand over between processes each time one waits, as if each had a single thread. */
public final class LockkeeperWithoutLocalRuns implements Contestant {

    @Override
    public String name() {
        return "lockkeeper-no-local-runs";
    }

    @Override
    public Locks open(String redisUrl) {
        ClientOptions options = ClientOptions.defaults().withMaxLocalRun(1, Duration.ZERO);
        return new LockkeeperLocks(LockClient.connect(redisUrl, options));
    }
}
