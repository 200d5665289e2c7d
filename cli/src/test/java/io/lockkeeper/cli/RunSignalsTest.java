package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockClient;
import io.lockkeeper.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TERM, INT and HUP, sent to lockkeeper alone. */
final class RunSignalsTest {
    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    private static RedisServer redis;
    private static LockClient client;

    @TempDir
    Path folder;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
        client = LockClient.connect(redis.url());
    }

    @AfterAll
    static void stopRedis() {
        client.close();
        redis.close();
    }

    @Test
    void endTheWaitAndLeaveNothingInTheStore() throws Exception {
        try (Lockkeeper holder = Lockkeeper.start(redis.url(), "run", "a", "--", "sh", "-c", "echo held; sleep 60")) {
            holder.says("held");
            for (Map.Entry<String, Integer> signal : NUMBERS.entrySet()) {
                try (Lockkeeper waiter = Lockkeeper.start(redis.url(), "run", "a", "--", "echo", "never")) {
                    Eventually.until("it waits", () -> waiters("a") == 1);
                    waiter.send(signal.getKey());
                    assertThat(waiter.code()).isEqualTo(128 + signal.getValue());
                    assertThat(waiter.out() + waiter.err()).isEmpty();
                    assertThat(waiters("a")).isZero();
                }
            }
            assertThat(holder.isAlive()).isTrue();
        }
    }

    @Test
    void endTheWaitForAFile() throws Exception {
        String store = "file:" + folder.resolve("locks");
        try (Lockkeeper holder = Lockkeeper.start(store, "run", "a", "--", "sh", "-c", "echo held; sleep 60")
                        .says("held");
                Lockkeeper waiter = Lockkeeper.start(store, "run", "-v", "a", "--", "echo", "never")) {
            waiter.complains("waiting for 'a'");
            waiter.send("INT");
            assertThat(waiter.code()).isEqualTo(130);
            assertThat(waiter.out()).isEmpty();
            holder.send("TERM");
            assertThat(holder.code()).isEqualTo(143);
            try (Lockkeeper next = Lockkeeper.ended(store, "run", "a", "--no-wait", "--", "true")) {
                assertThat(next.code()).isZero();
            }
        }
    }

    @Test
    void arePassedOnToTheCommandAndItsChildren() throws Exception {
        // The child is in the foreground: a shell has those in its background ignore INT.
        String script = "trap 'echo parent $0' $0; sh -c 'trap \"echo child $0; exit\" $0; touch $1;"
                + " while :; do sleep 0.05; done' $0 $1; exit 9";
        for (String signal : NUMBERS.keySet()) {
            Path ready = folder.resolve(signal);
            try (Lockkeeper run =
                    Lockkeeper.start("memory:x", "run", "a", "--", "sh", "-c", script, signal, ready.toString())) {
                Eventually.until("the child is ready", () -> Files.exists(ready));
                run.send(signal);
                assertThat(run.code()).as(run.err()).isEqualTo(9);
                assertThat(run.out().lines()).containsExactlyInAnyOrder("parent " + signal, "child " + signal);
            }
        }
    }

    @Test
    void thatEndTheCommandMakeTheExitCode() throws Exception {
        for (Map.Entry<String, Integer> signal : NUMBERS.entrySet()) {
            try (Lockkeeper run =
                    Lockkeeper.start("memory:x", "run", "a", "--", "sh", "-c", "echo up; exec sleep 60")) {
                run.says("up").send(signal.getKey());
                assertThat(run.code()).isEqualTo(128 + signal.getValue());
            }
        }
    }

    private static int waiters(String name) {
        return client.catalogue()
                .orElseThrow()
                .inspect(name)
                .map(lock -> lock.waiters().size())
                .orElse(0);
    }
}
