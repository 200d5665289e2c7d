package io.lockkeeper.spring.integration;

import io.lockkeeper.servers.ZooKeeperServer;

class ZooKeeperLockRegistryTest extends LockRegistryPromises {

    private final ZooKeeperServer server = ZooKeeperServer.start();

    @Override
    String url() {
        return server.url();
    }

    @Override
    void stop() {
        server.close();
    }
}
