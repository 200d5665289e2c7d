package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HelpTest {
    @Test
    void everyVerbHasAPageThatFitsATerminal() {
        for (Syntax syntax : Verbs.syntaxes()) {
            String help = Help.of(syntax);
            assertThat(help).contains("Usage: lockkeeper " + syntax.verb(), "--help");
            assertThat(help.lines().filter(line -> line.length() > 100)).isEmpty();
        }
    }

    @Test
    void theHelpOfRunTellsEveryExitCode() {
        assertThat(Help.of(new RunVerb().syntax()))
                .contains("  64 ", "  69 ", "  70 ", "  75 ", "  76 ", "  126 ", "  127 ", "  128+N ");
    }

    @Test
    void theHelpOfElectTellsEveryExitCode() {
        assertThat(Help.of(new ElectVerb().syntax()))
                .contains("  64 ", "  69 ", "  70 ", "  126 ", "  127 ", "  128+N ")
                .doesNotContain("--wait", "--conflict-exit-code");
    }

    @Test
    void theOverviewNamesEveryVerb() throws Exception {
        try (Lockkeeper help = Lockkeeper.ended("memory:x", "--help")) {
            assertThat(help.code()).isZero();
            assertThat(help.out()).contains(Verbs.NAMES);
        }
    }

    @Test
    void theVersionTellsOfJavaAndOfStores() throws Exception {
        try (Lockkeeper version = Lockkeeper.ended("memory:x", "--version");
                Lockkeeper json = Lockkeeper.ended("memory:x", "version", "--json")) {
            assertThat(version.out())
                    .containsPattern("lockkeeper \\d")
                    .contains("Java " + System.getProperty("java.version"))
                    .containsPattern(
                            "stores etcd: etcds: file: jdbc: memcached: memcacheds: memory: redis: rediss: zk: zks:");
            assertThat(json.out())
                    .contains(
                            "\"stores\":[\"etcd\",\"etcds\",\"file\",\"jdbc\",\"memcached\",\"memcacheds\",\"memory\","
                                    + "\"redis\",\"rediss\",\"zk\",\"zks\"]");
        }
    }
}
