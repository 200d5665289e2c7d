package io.lockkeeper.bench.contestants;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's mutex, as its documentation shows it: one object a lock and process, which its threads share. */
public final class CuratorMutex implements OnZooKeeper, Reentrant {

    @Override
    public String name() {
        return "curator-mutex";
    }

    @Override
    public Locks open(String url) {
        CuratorFramework client = connect(url);
        Map<String, Mutex> mutexes = new ConcurrentHashMap<>();
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                return mutexes.computeIfAbsent(name, any -> mutex(new InterProcessMutex(client, "/curator/" + name)));
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    static CuratorFramework connect(String url) {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(OnZooKeeper.servers(url), new ExponentialBackoffRetry(1_000, 3));
        client.start();
        return client;
    }

    private static Mutex mutex(InterProcessMutex mutex) {
        return new Mutex() {
            @Override
            public void lock() {
                call(mutex::acquire);
            }

            @Override
            public void unlock() {
                call(mutex::release);
            }
        };
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void call(Call call) {
        try {
            call.run();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
