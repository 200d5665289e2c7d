package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What help says of the addresses of stores, compared with what the stores say. */
final class StoresTopicTest {
    @TempDir
    Path folder;

    @Test
    void everyOptionThatAStoreKnowsIsInHelp() throws Exception {
        try (Lockkeeper help = Lockkeeper.ended("memory:x", "help", "stores")) {
            assertThat(help.code()).isZero();
            assertThat(help.out()).isEqualTo(StoresTopic.TEXT);
        }
        assertThat(StoresTopic.TEXT.lines().filter(line -> line.length() > 100)).isEmpty();
        for (String url : List.of(
                "file:" + folder,
                "redis://host",
                "rediss://host",
                "etcd://host",
                "etcds://host",
                "zk://host",
                "zks://host",
                "memcached://host",
                "memcacheds://host",
                "jdbc:postgresql://host/db")) {
            String scheme = url.substring(0, url.indexOf(':'));
            String prefix = scheme.equals("jdbc") ? "lockkeeper." : "";
            try (Lockkeeper run = Lockkeeper.ended(url + "?" + prefix + "nonsense=1", "list")) {
                assertThat(run.code()).as(run.err()).isEqualTo(64);
                Matcher known = Pattern.compile("\\[([a-z, -]+)]").matcher(run.err());
                assertThat(known.find()).as(run.err()).isTrue();
                for (String name : known.group(1).split(", ", -1)) {
                    assertThat(section(scheme)).as(scheme).contains(prefix + name + "=");
                }
            }
        }
    }

    /** What help says of a store, with and without TLS. */
    private static String section(String scheme) {
        String plain = scheme.replaceFirst("(?<=redis|etcd|zk|memcached)s$", "");
        int start = StoresTopic.TEXT.indexOf("\n" + plain + ":");
        assertThat(start).as(scheme).isPositive();
        return StoresTopic.TEXT.substring(start, StoresTopic.TEXT.indexOf("\n\n", start));
    }

    @Test
    void aNestedRunFindsThePasswordInItsFile() throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "geheim-47\n");
        try (RedisServer redis = RedisServer.configure().password("geheim-47").start()) {
            String store = "redis://127.0.0.1:" + redis.port() + "?password-file=" + file;
            ProcessBuilder inner =
                    Lockkeeper.line("memory:x", "run", "b", "--", "sh", "-c", "echo \"$LOCKKEEPER_STORE\"");
            String[] words = new String[inner.command().size() + 3];
            System.arraycopy(new String[] {"run", "a", "--"}, 0, words, 0, 3);
            System.arraycopy(inner.command().toArray(String[]::new), 0, words, 3, words.length - 3);
            try (Lockkeeper outer = Lockkeeper.ended(store, words)) {
                assertThat(outer.code()).as(outer.err()).isZero();
                assertThat(outer.out()).isEqualTo(store + "\n");
            }
            Files.writeString(file, "wrong-12");
            try (Lockkeeper wrong = Lockkeeper.ended(store, "run", "a", "--", "true")) {
                assertThat(wrong.code()).isEqualTo(69);
                assertThat(wrong.err()).doesNotContain("wrong-12");
            }
            Files.delete(file);
            try (Lockkeeper missing = Lockkeeper.ended(store, "run", "a", "--", "true")) {
                assertThat(missing.code()).isEqualTo(64);
                assertThat(missing.err())
                        .contains("The password file '" + file + "' cannot be used: there is no such file.");
            }
        }
    }
}
