package io.lockkeeper.bench.contestants;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import java.time.Duration;

/** Lockkeeper, as its README says to use it. */
public final class Lockkeeper implements Reentrant, Renewing {

    @Override
    public String name() {
        return "lockkeeper";
    }

    @Override
    public Locks open(String redisUrl) {
        return new LockkeeperLocks(LockClient.connect(redisUrl));
    }

    @Override
    public Locks openRenewing(String redisUrl, Duration lease) {
        return new LockkeeperLocks(
                LockClient.connect(redisUrl, ClientOptions.defaults().withLease(lease)));
    }
}
