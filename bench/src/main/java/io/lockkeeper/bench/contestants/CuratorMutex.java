package io.lockkeeper.bench.contestants;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's mutex, as its documentation shows it: one object a lock and process, which its threads share. */
final class CuratorMutex {
    private CuratorMutex() {}

    static Locks open(String url) {
        CuratorFramework client = connect(url);
        Map<String, Mutex> mutexes = new ConcurrentHashMap<>();
        return Locks.of(
                name -> mutexes.computeIfAbsent(name, any -> {
                    InterProcessMutex mutex = new InterProcessMutex(client, "/curator/" + name);
                    return Mutex.of(mutex::acquire, mutex::release);
                }),
                client::close);
    }

    static CuratorFramework connect(String url) {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(servers(url), new ExponentialBackoffRetry(1_000, 3));
        client.start();
        return client;
    }

    /** Returns the servers in such a URL, as ZooKeeper's own clients take them. */
    static String servers(String url) {
        return url.substring("zk://".length());
    }
}
