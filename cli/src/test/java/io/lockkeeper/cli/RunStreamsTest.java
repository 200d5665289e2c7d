package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What COMMAND has of lockkeeper: streams, words, environment, folder. */
final class RunStreamsTest {
    @Test
    void inputAndOutputPassEveryByteUnchanged() throws Exception {
        byte[] data = new byte[3_000_000];
        new Random(1).nextBytes(data);
        try (Lockkeeper run = Lockkeeper.start("memory:x", "run", "a", "--", "cat")) {
            try (OutputStream input = run.process().getOutputStream()) {
                input.write(data);
            }
            assertThat(run.code()).isZero();
            assertThat(Arrays.equals(run.bytes(), data)).isTrue();
            assertThat(run.err()).isEmpty();
        }
    }

    @Test
    void outputAndErrorAreApart() throws Exception {
        try (Lockkeeper run = Lockkeeper.ended("memory:x", "run", "a", "--", "sh", "-c", "echo out; echo err >&2")) {
            assertThat(run.out()).isEqualTo("out\n");
            assertThat(run.err()).isEqualTo("err\n");
        }
    }

    @Test
    void aCommandThatReadsNothingLeavesTheInputToItsSuccessor() throws Exception {
        ProcessBuilder line = Lockkeeper.line("memory:x", "run", "a", "--", "true");
        line.command().addAll(0, List.of("sh", "-c", "\"$@\" && cat", "sh"));
        try (Lockkeeper run = Lockkeeper.start(line)) {
            try (OutputStream input = run.process().getOutputStream()) {
                input.write("kept".getBytes(UTF_8));
            }
            assertThat(run.code()).isZero();
            assertThat(run.out()).isEqualTo("kept");
        }
    }

    @Test
    void wordsArriveAsTheyWereGiven() throws Exception {
        String[] odd = {"", " ", "a b", "$HOME", "*", "--help", "--", "-n", "@x", "'\"\\", "ü 锁", "%41+", "two\nlines"};
        String[] words = new String[odd.length + 6];
        System.arraycopy(new String[] {"run", "a", "--", "printf", "[%s]", "x"}, 0, words, 0, 6);
        System.arraycopy(odd, 0, words, 6, odd.length);
        ProcessBuilder line = Lockkeeper.line("memory:x", words);
        line.environment().put("LC_ALL", "C.UTF-8");
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).isZero();
            assertThat(run.out()).isEqualTo("[x][" + String.join("][", odd) + "]");
        }
    }

    @Test
    void theEnvironmentNamesTheLockItsTokenAndTheStoreWithoutSecrets() throws Exception {
        try (RedisServer redis = RedisServer.configure().password("geheim").start();
                Lockkeeper first = Lockkeeper.ended(redis.url() + "/3", "run", "a b", "--", "env");
                Lockkeeper second = Lockkeeper.ended(redis.url() + "/3", "run", "a b", "--", "env")) {
            assertThat(first.out().lines())
                    .contains("LOCKKEEPER_NAME=a b", "LOCKKEEPER_STORE=redis://127.0.0.1:" + redis.port() + "/3");
            assertThat(first.out()).doesNotContain("geheim");
            assertThat(token(second)).isGreaterThan(token(first));
        }
    }

    @Test
    void theLocaleIsTheCallersAlsoIfItIsNotInstalled() throws Exception {
        ProcessBuilder line =
                Lockkeeper.line("memory:x", "run", "schlüssel", "--", "sh", "-c", "echo $LC_ALL $0", "größe");
        line.environment().put("LC_ALL", "xx_XX.UTF-8");
        line.environment().put("PERL_BADLANG", "0"); // As the launcher has it.
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("xx_XX.UTF-8 größe\n");
        }
    }

    private static long token(Lockkeeper run) throws Exception {
        return run.out()
                .lines()
                .filter(line -> line.startsWith("LOCKKEEPER_TOKEN="))
                .mapToLong(line -> Long.parseLong(line.substring(17)))
                .findFirst()
                .orElseThrow();
    }
}
