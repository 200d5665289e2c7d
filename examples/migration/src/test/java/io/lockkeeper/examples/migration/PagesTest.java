package io.lockkeeper.examples.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code on the pages is the code that compiles. */
class PagesTest {

    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("lockkeeper.root")));
    private static final Path SOURCES = ROOT.resolve("examples/migration/src/main/java");
    private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final List<String> NAMES =
            List.of("curator", "klock", "lock4j", "redisson", "shedlock", "spring-integration");

    @Test
    void everyBlockOfCodeIsInACompiledSource() throws IOException {
        String sources = "";
        for (Path source : files(SOURCES, ".java")) {
            sources += plain(Files.readString(source)) + "\n";
        }
        List<Path> pages = files(ROOT.resolve("docs/migration"), ".md");
        assertThat(pages).hasSizeGreaterThan(NAMES.size());
        for (Path page : pages) {
            for (String block : blocks(page)) {
                assertThat(sources).as("the code of %s", page.getFileName()).contains("\n" + plain(block) + "\n");
            }
        }
    }

    @Test
    void everyPageShowsTheCodeBeforeAndAfter() throws IOException {
        for (String name : NAMES) {
            assertThat(blocks(ROOT.resolve("docs/migration").resolve(name + ".md")))
                    .as(name)
                    .hasSizeGreaterThan(1);
        }
    }

    private static List<String> blocks(Path page) throws IOException {
        List<String> blocks = new ArrayList<>();
        BLOCK.matcher(Files.readString(page)).results().forEach(block -> blocks.add(block.group(1)));
        return blocks;
    }

    /** The lines without their indentation, and none that are empty. */
    private static String plain(String code) {
        return code.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
