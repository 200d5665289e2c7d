package io.lockkeeper.shedlock;

import io.lockkeeper.servers.ZooKeeperServer;

class ZooKeeperLockProviderTest extends LockProviderPromises {

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
