package io.lockkeeper.cli;

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
    /** Nobody listens there: a client's way to its first answer is most of what it loads. */
    private static final String NOBODY = "redis://127.0.0.1:1";

    @Override
    public Syntax syntax() {
        return new Syntax("train", "", "Records what a short run loads.", List.of(Option.HELP), 0, 0, "");
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        Path folder = Files.createTempDirectory("lockkeeper");
        try {
            String store = "file:" + folder;
            Main.run("run", "--store", store, "train", "--", "true");
            Main.run("list", "--store", store);
            Main.run("run", "--store", NOBODY, "train", "--", "true");
            Main.run("run", "--help");
            Main.run("version");
            return ExitCode.OK;
        } finally {
            remove(folder);
        }
    }

    private static void remove(Path folder) throws Exception {
        try (Stream<Path> content = Files.walk(folder)) {
            for (Path each : content.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
