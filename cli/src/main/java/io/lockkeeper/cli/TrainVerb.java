package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
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
            Main.run("run", "--no-config", "-w10", "--store", store, "train", "--", "true");
            Main.run("list", "--no-config", "--store", store);
            Main.run("run", "--help");
            Main.run("version");
            String url = "redis://127.0.0.1:" + redis.getLocalPort();
            Thread client = new Thread(
                    () -> Main.run("run", "--no-config", "--store", url, "-n", "train", "--", "true"), "train");
            client.setDaemon(true);
            client.start();
            answer(redis);
            return ExitCode.OK;
        } finally {
            remove(folder);
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
