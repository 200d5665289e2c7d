package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RequiresProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ManPageTest {
    private static final Set<String> REQUESTS =
            Set.of("TH", "ad", "nh", "SH", "SS", "PP", "TP", "br", "nf", "fi", "\\\"");

    private static String page() throws Exception {
        try (Lockkeeper help = Lockkeeper.ended("memory:x", "help", "--man")) {
            assertThat(help.code()).as(help.err()).isZero();
            return help.out();
        }
    }

    @Test
    void hasNothingButTheRequestsAndEscapesOfManualPages() throws Exception {
        String page = page();
        assertThat(US_ASCII.newEncoder().canEncode(page)).isTrue();
        int literal = 0;
        for (String line : page.lines().toList()) {
            assertThat(line).doesNotStartWith("'");
            if (line.startsWith(".")) {
                String request = line.substring(1).split(" ", 2)[0];
                assertThat(REQUESTS).as(line).contains(request);
                literal += request.equals("nf") ? 1 : request.equals("fi") ? -1 : 0;
                assertThat(line.chars().filter(c -> c == '"').count() % 2)
                        .as(line)
                        .isEqualTo(request.equals("\\\"") ? 1 : 0);
            } else {
                assertThat(line.replaceAll("\\\\(e|-|&|f[BIR]|\\([a-z]{2}|\\[u[0-9A-F]{4,6}\\])", ""))
                        .as(line)
                        .doesNotContain("\\");
            }
            assertThat(literal).as(line).isBetween(0, 1);
        }
        assertThat(literal).isZero();
    }

    @Test
    void describesEveryVerbAndOption() throws Exception {
        String page = page();
        for (Syntax syntax : Verbs.syntaxes()) {
            int section = page.indexOf(".SS " + syntax.verb() + "\n");
            assertThat(section).as(syntax.verb()).isPositive();
            for (Option option : syntax.options()) {
                assertThat(page.indexOf(option.name().replace("-", "\\-") + "\\fR", section))
                        .as(option.name())
                        .isPositive();
            }
        }
        assertThat(page).contains("128+N", "/etc/lockkeeper.conf");
    }

    @Test
    @RequiresProgram(value = "groff", remedy = "apt-get install groff")
    void isTypesetWithoutAWarning(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("lockkeeper.1"), page());
        Process groff = new ProcessBuilder("groff", "-man", "-Tutf8", "-ww", "-rHY=0", file.toString())
                .redirectErrorStream(false)
                .redirectError(folder.resolve("errors").toFile())
                .start();
        String text = new String(groff.getInputStream().readAllBytes(), UTF_8).replaceAll("\u001b\\[[0-9;]*m|.\b", "");
        assertThat(groff.waitFor()).isZero();
        assertThat(folder.resolve("errors")).isEmptyFile();
        assertThat(text)
                .contains("-n, --no-wait", "rediss://…", "ARG...", "COMMAND's", "  64   the command line is wrong\n");
    }
}
