package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names become names of files that every file system takes and tells apart. */
class LockNameTest {

    private static final List<String> ODD = List.of(
            ".",
            "..",
            "...",
            ".hidden",
            "ends.",
            "/",
            "../../etc/passwd",
            "a/b",
            "a\\b",
            "C:",
            "con",
            "con.txt",
            "CON",
            "com1.x.y",
            "lpt9",
            "nul",
            "a~b",
            "~",
            "%41",
            "A",
            "a",
            "lock",
            "LOCK",
            "Lock",
            "é",
            "e\u0301",
            "锁",
            "🔒",
            " ",
            "a b",
            "a%",
            "%",
            "*",
            "?",
            "<>|\"",
            "x".repeat(1_024),
            "x".repeat(1_023),
            "锁".repeat(1_024),
            "X".repeat(66),
            "X".repeat(67),
            "\u0001",
            "\u0000");

    @Test
    void plainNamesStayReadable() {
        assertThat(LockName.of("orders-42_v1.1").dataFile()).isEqualTo("orders-42_v1.1");
        assertThat(LockName.of("orders:42").dataFile()).isEqualTo("orders%3a42");
        assertThat(LockName.of("..").dataFile()).isEqualTo("%2e%2e");
        assertThat(LockName.of("nul.txt").dataFile()).isEqualTo("%6eul.txt");
        assertThat(LockName.of("x".repeat(1_024)).dataFile()).startsWith("xxx").hasSize(165);
    }

    @Test
    void oddNamesBecomeTameFileNames() {
        for (String name : ODD) {
            assertThat(LockName.of(name).dataFile())
                    .as("the data file of '%s'", name)
                    .matches("[a-z0-9%_~-]([a-z0-9._%~-]{0,198}[a-z0-9_~-])?")
                    .doesNotMatch("(con|prn|aux|nul|com[0-9]|lpt[0-9])([.].*)?");
        }
    }

    @Test
    void noTwoNamesShareAFileEvenWhereCapitalsDoNotCount() {
        Set<String> files = new HashSet<>();
        Set<Long> offsets = new HashSet<>();
        for (String name : ODD) {
            assertThat(files.add(LockName.of(name).dataFile().toLowerCase(java.util.Locale.ROOT)))
                    .as("whether the file of '%s' is its own", name)
                    .isTrue();
        }
        for (int index = 0; index < 10_000; index++) {
            LockName name = LockName.of("name-" + index);
            files.add(name.dataFile());
            offsets.add(name.offset());
            assertThat(name.offset()).isBetween(0L, (1L << 61) - 1);
            assertThat(name.offsetOfNext()).isBetween(1L << 61, (1L << 62) - 1);
            assertThat(name.lockFile()).isBetween(0, LockName.LOCK_FILES - 1);
        }
        assertThat(files).hasSize(ODD.size() + 10_000);
        assertThat(offsets).hasSize(10_000);
    }

    @Test
    void aFileNameTellsTheNameUnlessItWasTooLong() {
        for (String name : ODD) {
            String file = LockName.of(name).dataFile();
            if (file.indexOf('~') < 0) {
                assertThat(LockName.decode(file)).as("what '%s' says", file).contains(name);
            } else {
                assertThat(LockName.decode(file)).as("what '%s' says", file).isEmpty();
            }
        }
        assertThat(LockName.decode("strange%zz")).isEmpty();
        assertThat(LockName.decode("strange%4")).isEmpty();
    }

    @Test
    void halfOfASurrogatePairIsNoName() {
        assertThatThrownBy(() -> LockName.of("a\ud800")).isInstanceOf(IllegalArgumentException.class);
    }
}
