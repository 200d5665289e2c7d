package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs that are killed or stand still: whoever comes next starts when COMMAND and its children have ended. */
final class RunSupervisionTest {
    /** Both ignore TERM, and write a line each time they work. */
    private static final String STUBBORN =
            "trap '' TERM; sh -c 'while echo child >>\"$0/log\"; do sleep 0.02; done' \"$0\" &"
                    + " echo up; while echo parent >>\"$0/log\"; do sleep 0.02; done";

    @TempDir
    Path folder;

    @Test
    void onTheFileStoreWhenTheJvmIsKilled() throws Exception {
        successorFindsNobody("file:" + folder.resolve("locks"), "KILL", "30s");
    }

    @Test
    void onRedisWhenTheJvmIsKilled() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            successorFindsNobody(redis.url(), "KILL", "4s");
        }
    }

    @Test
    void onRedisWhenTheJvmStandsStillPastItsLease() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            successorFindsNobody(redis.url(), "STOP", "4s");
        }
    }

    private void successorFindsNobody(String store, String signal, String lease) throws Exception {
        try (Lockkeeper first = command(store, lease, STUBBORN);
                Lockkeeper second =
                        command(store, lease, "echo second >>\"$0/log\"; sleep 0.3; echo end >>\"$0/log\"")) {
            first.says("up");
            second.complains("waiting for 'a'");
            first.send(signal);
            assertThat(second.code()).as(second.err()).isZero();
            List<String> log = Files.readAllLines(folder.resolve("log"));
            assertThat(log).contains("child", "parent");
            assertThat(log.subList(log.indexOf("second"), log.size())).containsExactly("second", "end");
            if (signal.equals("STOP")) {
                first.send("CONT");
                assertThat(first.code()).as(first.err()).isEqualTo(76);
            }
        }
    }

    private Lockkeeper command(String store, String lease, String script) throws Exception {
        Lockkeeper run = Lockkeeper.start(
                store,
                "run",
                "-v",
                "--grace",
                "500ms",
                "--renew-lease",
                lease,
                "a",
                "--",
                "sh",
                "-c",
                script,
                folder.toString());
        // The first of them has to have the lock before the second asks.
        run.complains("'a'");
        return run;
    }
}
