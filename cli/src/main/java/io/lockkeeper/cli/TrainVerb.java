package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * {@code train}, which help does not tell of: does once what runs often, so that a JVM that records the classes it loads
 * records those. The launchers call it. For a store, such as {@code redis}, what runs on others need is left out, except on files.
 */
final class TrainVerb implements Verb {
    private static final int PATIENCE = 10_000;

    /** So long COMMAND runs: until the lock was renewed or looked at. */
    private static final long COMMAND_NANOS = 1_200_000_000;

    @Override
    public Syntax syntax() {
        return new Syntax("train", "[STORE]", "Records what a short run loads.", List.of(Option.HELP), 0, 1, "");
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        List<String> stores = arguments.operands().isEmpty() ? List.of("file", "redis") : arguments.operands();
        Path folder = Files.createTempDirectory("lockkeeper");
        try {
            String files = "file:" + folder;
            // Not with the user's files of defaults, in which something may be wrong.
            supervised("run", "--no-config", "-w10", "--store", files, "train", "--", "true");
            Main.run("list", "--no-config", "--store", files);
            Main.run("run", "--help");
            Main.run("version");
            for (String store : stores) {
                train(store, folder);
            }
            return ExitCode.OK;
        } finally {
            remove(folder);
        }
    }

    private static void train(String store, Path folder) throws Exception {
        switch (store) {
            case "redis" -> train(new RedisStandIn(), store);
            case "etcd" -> train(new EtcdStandIn(), store);
            case "jdbc" -> train("jdbc:h2:" + folder.resolve("database"));
            default -> {}
        }
    }

    private static void train(StandIn server, String scheme) throws Exception {
        try (server) {
            train(server.url(scheme));
        }
    }

    /** On a thread of its own: one that waits for ever is left behind. */
    private static void train(String url) throws InterruptedException {
        Background.start("train", () -> supervised("run", "--no-config", "--store", url, "-n", "train", "--", "true"))
                .join(PATIENCE);
    }

    /** Runs with a stand-in for the supervisor, which says that COMMAND has ended. */
    private static void supervised(String... words) {
        try (PipedInputStream heard = new PipedInputStream();
                PipedOutputStream said = new PipedOutputStream(heard);
                PipedInputStream orders = new PipedInputStream();
                PrintStream toSupervisor = new PrintStream(new PipedOutputStream(orders), true, US_ASCII)) {
            Thread supervisor = new Thread(() -> supervise(new Wire(orders, said), said), "supervisor");
            supervisor.setDaemon(true);
            supervisor.start();
            System.setProperty(Main.WORDS, "supervised");
            System.setIn(heard);
            System.setOut(toSupervisor);
            int unused = Main.run(words);
        } catch (IOException closed) {
            // A run that ends early: what it has loaded by then is recorded.
        }
    }

    private static void supervise(Wire jvm, OutputStream said) {
        try (said) {
            for (String line = jvm.read(); line != null; line = jvm.read()) {
                switch (line.split(" ", 2)[0]) {
                    case "begun" -> jvm.send("hello " + ProcessHandle.current().pid() + " 1");
                    case "guard" -> jvm.send("guarded");
                    case "run" -> jvm.send("ping 1");
                    case "alive" -> {
                        LockSupport.parkNanos(COMMAND_NANOS);
                        jvm.send("exited 0");
                    }
                    case "bye" -> {
                        jvm.send("left");
                        return;
                    }
                    default -> {}
                }
            }
        } catch (IOException closed) {
            // As above.
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> content = Files.walk(folder)) {
            for (Path each : content.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
