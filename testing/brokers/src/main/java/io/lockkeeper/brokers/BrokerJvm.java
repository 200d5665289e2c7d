package io.lockkeeper.brokers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.servers.JavaCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The command line of a JVM that runs a broker: small, quick to start, and quiet. */
final class BrokerJvm {
    private BrokerJvm() {}

    /** The words that run this main class, with these arguments, on the brokers' own class path. */
    static List<String> command(String main, String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(JavaCommand.program("java"));
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        words.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        words.addAll(List.of("-cp", classPath(), main));
        words.addAll(List.of(arguments));
        return words;
    }

    private static String classPath() {
        try (InputStream file = BrokerJvm.class.getResourceAsStream("class-path")) {
            if (file == null) {
                throw new IllegalStateException("lockkeeper-brokers was not built by Maven: it has no class-path");
            }
            return new String(file.readAllBytes(), UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
