package io.lockkeeper.packages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.servers.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A copy of a minimal Debian, in which programs run as in a container: they see no other files, but the same network.
 * There is no Java in it.
 */
final class MinimalRoot implements AutoCloseable {
    /** Mounts are this process's own, and end with it. */
    private static final String ENTER = """
            set -e
            root=$1 user=$2 mode=$3
            shift 3
            mount --bind "$root" "$root"
            mount --rbind /dev "$root/dev"
            if [ "$mode" = read-only ]; then
              mount -o remount,bind,ro "$root"
              mount -t tmpfs -o mode=1777 tmpfs "$root/run"
            fi
            mount -t proc proc "$root/proc"
            exec chroot --userspec="$user" "$root" "$@"
            """;

    private final Path path;

    private MinimalRoot(Path path) {
        this.path = path;
    }

    static MinimalRoot create() throws Exception {
        Path debian = Release.minimalDebian();
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can enter another root");
        MinimalRoot root =
                new MinimalRoot(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "root"));
        outside("cp", "-a", debian + "/.", root.path.toString());
        return root;
    }

    Path path() {
        return path;
    }

    /** Puts a copy of a file there. */
    void put(Path file, String target) throws IOException {
        Files.copy(file, path.resolve(target));
    }

    /** Runs a program in it as root, to its end. */
    Finished run(String... words) throws Exception {
        return start(line("0:0", "writable", words)).end();
    }

    /** Runs a program in it as somebody who has no home and may write nowhere, to its end; nobody may but in /run. */
    Finished runAsNobody(String... words) throws Exception {
        return start(line("65534:65534", "read-only", words)).end();
    }

    Started start(String... words) throws Exception {
        return start(line("0:0", "writable", words));
    }

    /** Starts a program as the first process of a PID namespace, as the one of a container. */
    Started startAsFirst(String user, String... words) throws Exception {
        List<String> line = line(user, "writable", words);
        line.addAll(1, List.of("--pid", "--fork", "--kill-child"));
        return start(line);
    }

    private List<String> line(String user, String mode, String... words) {
        List<String> line = new ArrayList<>(List.of("unshare", "--mount", "--propagation", "private"));
        line.addAll(List.of("sh", "-c", ENTER, "enter", path.toString(), user, mode));
        line.addAll(List.of(words));
        return line;
    }

    private Started start(List<String> line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line).directory(path.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        builder.environment().put("LANG", "C");
        Path out = Files.createTempFile("package", ".out");
        Path err = Files.createTempFile("package", ".err");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        process.getOutputStream().close();
        return new Started(process, out, err);
    }

    /** Runs a program of this machine. */
    static void outside(String... words) throws IOException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new AssertionError(String.join(" ", words) + ": " + said);
        }
    }

    @Override
    public void close() throws IOException {
        outside("rm", "-rf", path.toString());
    }

    /** A program that has ended. */
    record Finished(int code, String out, String err) {}

    /** A program that runs. */
    record Started(Process process, Path out, Path err) implements AutoCloseable {
        Finished end() throws Exception {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new AssertionError("It does not end; it said: " + Files.readString(out) + Files.readString(err));
            }
            return new Finished(process.exitValue(), Files.readString(out), Files.readString(err));
        }

        /** Waits until it has written this to standard output. */
        Started says(String text) throws IOException {
            Await.until(
                    "it says " + text,
                    Duration.ofSeconds(30),
                    () -> Files.readString(out).contains(text) || !process.isAlive());
            if (!Files.readString(out).contains(text)) {
                throw new AssertionError("it said: " + Files.readString(out) + Files.readString(err));
            }
            return this;
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly().onExit().join();
            Files.delete(out);
            Files.delete(err);
        }
    }
}
