package io.lockkeeper.shedlock;

import io.lockkeeper.servers.PostgresServer;

class PostgresLockProviderTest extends LockProviderPromises {

    private final PostgresServer server = PostgresServer.start();

    @Override
    String url() {
        return server.url();
    }

    @Override
    void stop() {
        server.close();
    }
}
