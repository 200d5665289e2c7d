package io.lockkeeper.bench.contestants;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import java.time.Duration;

/** Lockkeeper, as its README says to use it. */
public final class Lockkeeper implements OnAnyServer, Reentrant, Renewing {

    @Override
    public String name() {
        return "lockkeeper";
    }

    @Override
    public Locks open(String url) {
        return new LockkeeperLocks(LockClient.connect(url));
    }

    @Override
    public Locks openRenewing(String url, Duration lease) {
        return new LockkeeperLocks(
                LockClient.connect(url, ClientOptions.defaults().withLease(lease)));
    }
}
