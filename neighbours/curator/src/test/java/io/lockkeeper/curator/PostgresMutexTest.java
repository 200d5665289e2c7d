package io.lockkeeper.curator;

import io.lockkeeper.LockClient;
import io.lockkeeper.servers.PostgresServer;

class PostgresMutexTest extends InterProcessLockPromises {

    private final PostgresServer server = PostgresServer.start();

    @Override
    LockClient open() {
        return LockClient.connect(server.url());
    }

    @Override
    void stop() {
        server.close();
    }
}
