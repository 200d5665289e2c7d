package io.lockkeeper.models;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What to check of a model: a file for TLC, called {@code Model.cfg} or {@code Model.variant.cfg}.
 *
 * @param file where it is
 * @param expected the invariant or property that it violates, as its first line says; empty if all hold
 */
record Configuration(Path file, Optional<String> expected) {

    private static final Pattern EXPECTED = Pattern.compile("\\\\\\* Expected: (\\w+)");
    private static final Pattern PROPERTY = Pattern.compile("(?m)^PROPERTY (\\w+)$");

    /** Those in a folder, by name. */
    static List<Configuration> in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".cfg"))
                    .sorted()
                    .map(file -> new Configuration(file, expected(file)))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    String name() {
        return file.getFileName().toString().replaceFirst("\\.cfg$", "");
    }

    /** The model's name. */
    String model() {
        return name().replaceFirst("\\..*", "");
    }

    /** The temporal property that it checks, if it is one only: TLC does not say which one is violated. */
    Optional<String> temporalProperty() {
        Matcher property = PROPERTY.matcher(text(file));
        return property.find() ? Optional.of(property.group(1)) : Optional.empty();
    }

    private static Optional<String> expected(Path file) {
        Matcher expected = EXPECTED.matcher(text(file));
        return expected.lookingAt() ? Optional.of(expected.group(1)) : Optional.empty();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
