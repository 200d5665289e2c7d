package io.lockkeeper.zookeeper;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.HostProvider;
import org.apache.zookeeper.client.StaticHostProvider;

/**
 * The servers of an address, in random order. ZooKeeper's client waits for each for the session's time divided by their number. That may
 * be longer than the store waits for its first connection; so there seem to be more of them until there is one, and each has its turn.
 */
final class Servers implements HostProvider {

    private final HostProvider servers;
    private final int seeming;
    private volatile boolean connected;

    Servers(String servers, Times times) {
        this.servers = new StaticHostProvider(new ConnectStringParser(servers).getServerAddresses());
        Duration turn = times.timeout().dividedBy(this.servers.size() + 1L);
        int turns = Math.toIntExact(times.session().dividedBy(turn) + 1);
        this.seeming = this.servers.size() == 1 ? 1 : Math.max(this.servers.size(), turns);
    }

    @Override
    public int size() {
        return connected ? servers.size() : seeming;
    }

    @Override
    public InetSocketAddress next(long spinDelay) {
        return servers.next(spinDelay);
    }

    @Override
    public void onConnected() {
        connected = true;
        servers.onConnected();
    }

    @Override
    public boolean updateServerList(Collection<InetSocketAddress> addresses, InetSocketAddress current) {
        return servers.updateServerList(addresses, current);
    }
}
