package io.lockkeeper.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.StoreAddress;
import java.io.BufferedReader;
import java.io.InputStreamReader;

/** A process that takes a lock, and tells at each line that it reads whether it still has it. */
final class PausedHolder {

    private PausedHolder() {}

    /** Expects the store's URL and the lock's name. */
    public static void main(String[] arguments) throws Exception {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        try (LockClient locks = Engine.load()
                .start(ZooKeeperStore.connect(StoreAddress.parse(arguments[0])), ClientOptions.defaults())) {
            Lease lease = locks.lock(arguments[1]).acquire();
            lease.onLost(loss -> System.out.println("told: " + loss.reason()));
            System.out.println("holds " + lease.token());
            for (String line = questions.readLine(); line != null; line = questions.readLine()) {
                System.out.println(lease.isHeld() ? "held" : "lost");
            }
        }
    }
}
