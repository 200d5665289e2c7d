package io.lockkeeper.bench.contestants;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.LockClient;

/** Lockkeeper made to hand over between processes each time one waits, as if each had a single thread. */
public final class LockkeeperWithoutLocalRuns implements OnAnyServer {

    @Override
    public String name() {
        return "lockkeeper-no-local-runs";
    }

    @Override
    public boolean joins(String scenario) {
        return scenario.equals("s7");
    }

    @Override
    public Locks open(String url) {
        ClientOptions options = ClientOptions.defaults().withLocalRuns(LocalRuns.none());
        return new LockkeeperLocks(LockClient.connect(url, options));
    }
}
