package io.lockkeeper.spring.integration;

import io.lockkeeper.servers.PostgresServer;

class PostgresLockRegistryTest extends LockRegistryPromises {

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
