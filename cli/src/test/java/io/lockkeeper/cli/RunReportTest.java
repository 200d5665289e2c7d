package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import io.lockkeeper.servers.FreePorts;
import io.lockkeeper.servers.RedisServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What came of a run, as `--report` writes it. */
final class RunReportTest {
    private static RedisServer redis;

    @TempDir
    Path folder;

    private Path file;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void anOldReport() throws Exception {
        file = Files.createDirectory(folder.resolve("reports")).resolve("report.json");
        Files.writeString(file, "old");
    }

    private Lockkeeper run(String... words) {
        return on(redis.url(), words);
    }

    private Lockkeeper on(String store, String... words) {
        List<String> all = new ArrayList<>(List.of("run", "--report", file.toString()));
        all.addAll(List.of(words));
        return Lockkeeper.start(store, all.toArray(String[]::new));
    }

    /** The whole folder is the report: nothing is left beside it. */
    private JsonObject report(int code, String reason) throws Exception {
        try (Stream<Path> all = Files.list(folder.resolve("reports"))) {
            assertThat(all).containsExactly(file);
        }
        JsonObject json = JsonParser.object().from(Files.readString(file));
        assertThat(json.keySet())
                .containsExactlyInAnyOrder(
                        "version",
                        "store",
                        "locks",
                        "round",
                        "waitedSeconds",
                        "heldSeconds",
                        "exitCode",
                        "reason",
                        "lostBecause",
                        "signal");
        assertThat(json.getInt("version")).isEqualTo(1);
        assertThat(json.getInt("exitCode")).isEqualTo(code);
        assertThat(json.getString("reason")).as(json.toString()).isEqualTo(reason);
        return json;
    }

    @Test
    void tellsOfACommandThatCompleted() throws Exception {
        String print = "echo \"$LOCKKEEPER_TOKEN\"; echo \"$LOCKKEEPER_STORE\"; [ ! -e \"$0\" ]; exit $((7 + $?))";
        String[] words = {"größe", "b", "--", "sh", "-c", print, file.toString()};
        try (Lockkeeper run = run(words)) {
            assertThat(run.code()).as(run.err()).isEqualTo(7);
            JsonObject json = report(7, "completed");
            List<String> out = run.out().lines().toList();
            assertThat(json.getArray("locks").getObject(0).getString("name")).isEqualTo("größe");
            assertThat(json.getArray("locks").getObject(0).getString("token")).isEqualTo(out.get(0));
            assertThat(json.getArray("locks").getObject(1).getString("token")).isEqualTo(out.get(1));
            assertThat(json.getString("store")).isEqualTo(out.get(2));
            assertThat(json.getDouble("waitedSeconds")).isBetween(0.001, 60.0);
            assertThat(json.getDouble("heldSeconds")).isBetween(0.001, 60.0);
            assertThat(json.isNull("signal")).isTrue();
            assertThat(json.isNull("lostBecause")).isTrue();
        }
    }

    @Test
    void tellsOfACommandThatASignalEnded() throws Exception {
        try (Lockkeeper run = run("a", "--", "sh", "-c", "kill -TERM $$")) {
            assertThat(run.code()).isEqualTo(143);
            assertThat(report(143, "signalled").getInt("signal")).isEqualTo(15);
        }
    }

    @Test
    void tellsOfACommandThatCannotBeRun() throws Exception {
        try (Lockkeeper run = run("a", "--", folder.resolve("missing").toString())) {
            assertThat(run.code()).isEqualTo(127);
            report(127, "not-found");
        }
        try (Lockkeeper run = run("a", "--", folder.toString())) {
            assertThat(run.code()).isEqualTo(126);
            report(126, "not-executable");
        }
    }

    @Test
    void tellsOfAWait() throws Exception {
        String store = "file:" + folder.resolve("locks");
        try (Lockkeeper holder = Lockkeeper.start(store, "hold", "held").says("\n")) {
            assertThat(holder.isAlive()).isTrue();
            try (Lockkeeper run = on(store, "-qnE70", "held", "--", "true")) {
                assertThat(run.code()).isEqualTo(70);
                JsonObject json = report(70, "conflict");
                assertThat(json.isNull("heldSeconds")).isTrue();
                assertThat(json.getArray("locks").getObject(0).isNull("token")).isTrue();
            }
            try (Lockkeeper run = on(store, "-v", "held", "--", "true").complains("waiting for 'held'")) {
                run.send("INT");
                assertThat(run.code()).isEqualTo(130);
                assertThat(report(130, "signalled").getInt("signal")).isEqualTo(2);
            }
        }
    }

    @Test
    void tellsOfAStoreThatIsNotThere() throws Exception {
        int port = FreePorts.take();
        try (Lockkeeper run = on("redis://ann:secret@127.0.0.1:" + port, "a", "--", "true")) {
            assertThat(run.code()).isEqualTo(69);
            assertThat(report(69, "unavailable").getString("store")).isEqualTo("redis://127.0.0.1:" + port);
        } finally {
            FreePorts.giveBack(port);
        }
    }

    @Test
    void tellsOfASignalThatComesWhileItConnects() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Lockkeeper run = on("redis://127.0.0.1:" + silent.getLocalPort(), "a", "--", "true")) {
            silent.accept().getInputStream().read();
            run.send("TERM");
            assertThat(run.code()).isEqualTo(143);
            assertThat(report(143, "signalled").getInt("signal")).isEqualTo(15);
        }
    }

    @Test
    void tellsOfALoss() throws Exception {
        try (Lockkeeper run = run("--renew-lease", "1h", "a", "--", "sh", "-c", "echo up; exec sleep 60")
                .says("up")) {
            redis.exec("FLUSHALL");
            assertThat(run.code()).isEqualTo(76);
            assertThat(report(76, "lost").getString("lostBecause")).isEqualTo("gone");
        }
    }

    @Test
    void tellsOfARecallAndOfRounds() throws Exception {
        try (Lockkeeper run = run("--restart", "r", "--", "sh", "-c", "echo up; exec sleep 60")
                        .says("up");
                Lockkeeper release = Lockkeeper.ended(redis.url(), "release", "r", "--force", "--wait", "60s")) {
            assertThat(release.code()).as(release.err()).isZero();
            run.says("up\nup");
            assertThat(report(76, "recalled").getInt("round")).isEqualTo(1);
            run.send("TERM");
            assertThat(run.code()).isEqualTo(143);
            assertThat(report(143, "signalled").getInt("round")).isEqualTo(2);
        }
    }

    @Test
    void aKilledJvmLeavesNone() throws Exception {
        try (Lockkeeper run =
                run("killed", "--", "sh", "-c", "echo up; exec sleep 60").says("up")) {
            run.jvm().destroyForcibly();
            assertThat(run.code()).isEqualTo(70);
            assertThat(folder.resolve("reports")).isEmptyDirectory();
        }
    }

    @Test
    void whatCannotBeWrittenIsFoundBeforeTheLockIsAcquired() throws Exception {
        Path folderItself = file.resolveSibling("x");
        assertRefused("its folder does not exist", folder.resolve("missing/report"));
        assertRefused("cannot be written: it is not a regular file", Files.createDirectory(folderItself));
        assertRefused("cannot be written: it is not a regular file", Path.of("/dev/null"));
        assertRefused(
                "cannot be written: it is not a regular file", Files.createSymbolicLink(folder.resolve("link"), file));
        assertRefused("cannot be written", Path.of("/proc/report"));
    }

    private void assertRefused(String reason, Path report) throws Exception {
        String store = "file:" + folder.resolve("locks");
        try (Lockkeeper run =
                Lockkeeper.ended(store, "run", "--report", report.toString(), "a", "--", "echo", "never")) {
            assertThat(run.code()).as(run.err()).isEqualTo(70);
            assertThat(run.err())
                    .startsWith("lockkeeper: the report " + report)
                    .contains(reason)
                    .hasLineCount(1);
            assertThat(run.out()).isEmpty();
            assertThat(folder.resolve("locks")).doesNotExist();
        }
    }

    @Test
    void itsModeIsUpToTheUmask() throws Exception {
        String store = "file:" + folder.resolve("locks");
        ProcessBuilder line = Lockkeeper.line(store, "run", "--report", file.toString(), "a", "--", "true");
        line.command().addAll(0, List.of("sh", "-c", "umask 027; exec \"$@\"", "sh"));
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-r-----");
        }
    }
}
