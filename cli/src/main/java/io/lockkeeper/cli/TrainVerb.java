package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code train}, which help does not tell of: does once what runs often, so that a JVM that records the classes it loads
 * records those. The launcher calls it.
 */
final class TrainVerb implements Verb {
    /** How many answers the stand-in for a Redis gives before it hangs up. */
    private static final int ANSWERS = 4;

    private static final int PATIENCE = 10_000;

    @Override
    public Syntax syntax() {
        return new Syntax("train", "", "Records what a short run loads.", List.of(Option.HELP), 0, 0, "");
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        Path folder = Files.createTempDirectory("lockkeeper");
        try (ServerSocket redis = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String store = "file:" + folder;
            // Not with the user's files of defaults, in which something may be wrong.
            supervised("run", "--no-config", "-w10", "--store", store, "train", "--", "true");
            Main.run("list", "--no-config", "--store", store);
            Main.run("run", "--help");
            Main.run("version");
            String url = "redis://127.0.0.1:" + redis.getLocalPort();
            Thread client = new Thread(
                    () -> supervised("run", "--no-config", "--store", url, "-n", "train", "--", "true"), "train");
            client.setDaemon(true);
            client.start();
            answer(redis);
            return ExitCode.OK;
        } finally {
            remove(folder);
        }
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
                    case "alive" -> jvm.send("exited 0");
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

    /** Says to a client what makes it go on for a few steps. Where it gives up does not matter. */
    private static void answer(ServerSocket redis) throws IOException {
        redis.setSoTimeout(PATIENCE);
        try (Socket client = redis.accept()) {
            client.setSoTimeout(PATIENCE);
            byte[] request = new byte[8192];
            for (int i = 0; i < ANSWERS && client.getInputStream().read(request) > 0; i++) {
                client.getOutputStream().write("+PONG\r\n".getBytes(US_ASCII));
            }
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
