package io.lockkeeper.bench.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Statements of a resource file: each ends with a semicolon at the end of a line, lines that begin with dashes are comments. */
final class Script {
    private Script() {}

    /** Reads the script of this name in the folder of a kind of database. */
    static List<String> named(ServerKind kind, String name) {
        String file = kind + "/" + name + ".sql";
        try (InputStream stream = Script.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalArgumentException("there is no script " + file);
            }
            return statements(new String(stream.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> statements(String text) {
        String code = text.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n", "", "\n"));
        return Arrays.stream(code.split(";\n", -1))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }
}
