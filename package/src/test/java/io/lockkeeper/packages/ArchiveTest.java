package io.lockkeeper.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.packages.MinimalRoot.Finished;
import io.lockkeeper.packages.MinimalRoot.Started;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The tar.gz, unpacked in a minimal Debian as the Dockerfile does it. */
@TestInstance(Lifecycle.PER_CLASS)
final class ArchiveTest {
    private static final String STORE = "file:/run/locks";

    private MinimalRoot root;
    private String home;
    private String program;

    @BeforeAll
    void unpack() throws Exception {
        Path archive = Release.archive();
        root = MinimalRoot.create();
        MinimalRoot.outside("tar", "-xzf", archive.toString(), "-C", root.path() + "/opt");
        home = "/opt/" + archive.getFileName().toString().replace(".tar.gz", "");
        program = home + "/bin/lockkeeper";
        assertThat(root.path().resolve(program.substring(1))).isExecutable();
    }

    @AfterAll
    void remove() throws Exception {
        if (root != null) {
            root.close();
        }
    }

    @Test
    void theCheckSumsAreThoseOfTheFiles() throws Exception {
        MinimalRoot.outside("sh", "-c", "cd '" + Release.FOLDER + "' && sha256sum --strict -c SHA256SUMS");
        assertThat(Files.readAllLines(Release.FOLDER.resolve("SHA256SUMS"))).hasSize(3);
    }

    @Test
    void runsFromAFolderWithSpacesAndThroughLinks() throws Exception {
        MinimalRoot.outside("cp", "-al", root.path() + home, root.path() + "/srv/my locks");
        Files.createSymbolicLink(
                root.path().resolve("usr/local/bin/lk"), Path.of("../../../srv/my locks/bin/lockkeeper"));
        String[] line = {
            "env", "JDK_JAVA_OPTIONS=-XX:AOTMode=on", "lk", "run", "x", "--store", STORE, "--", "echo", "held"
        };
        Finished run = root.runAsNobody(line);
        assertThat(run.err()).isEqualTo("NOTE: Picked up JDK_JAVA_OPTIONS: -XX:AOTMode=on\n");
        assertThat(run.out()).isEqualTo("held\n");
        assertThat(run.code()).isZero();
    }

    /** As by an administrator who replaces a library: its classes in the cache would be the old ones. */
    @Test
    void aCacheIsNotUsedWithOtherJars() throws Exception {
        String other = root.path() + "/srv/patched";
        MinimalRoot.outside("cp", "-al", root.path() + home, other);
        MinimalRoot.outside(
                "sh",
                "-c",
                "cd '" + other + "/lib' && jar=$(ls h2-*.jar) && cp \"$jar\" new && echo >>new && mv new \"$jar\"");
        assertThatCachesFit(root.path() + home, "");
        assertThatCachesFit(other, "! ");
    }

    private static void assertThatCachesFit(String home, String not) throws Exception {
        String look = "do shift or die; exit !caches_fit(shift)";
        MinimalRoot.outside("sh", "-c", not + "perl -e '" + look + "' '" + home + "/perl/java.pl' '" + home + "'");
    }

    @Test
    void containsNothingOfWhoeverMadeIt() throws Exception {
        MinimalRoot.outside("sh", "-c", "! grep -qaF '" + Release.FOLDER + "' '" + root.path() + home + "'/caches/*");
    }

    @Test
    void asTheFirstProcessOfAContainerAnyVerbEndsByTerm() throws Exception {
        try (Started run = root.startAsFirst("0:0", program, "watch", "x", "--store", STORE)
                .says("free")) {
            run.process().children().findFirst().orElseThrow().destroy();
            assertThat(run.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(run.end().code()).isEqualTo(143);
        }
    }

    @Test
    void theDockerfileTakesWhatIsThere() throws Exception {
        List<String> lines = Files.readAllLines(Release.FOLDER.resolve("Dockerfile")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        Path archive = Release.archive().getFileName();
        assertThat(lines)
                .contains("ADD " + archive + " /opt/", "USER 65534:65534", "ENTRYPOINT [\"lockkeeper\"]")
                .allMatch(line -> line.matches("(FROM|ADD|ENV|USER|ENTRYPOINT|CMD) \\S.*"))
                .anyMatch(line -> line.startsWith("ENV PATH=" + home + "/bin" + ":"));
    }

    @Test
    void asTheFirstProcessOfAContainerItReapsWhatCommandLeaves() throws Exception {
        // The first shell leaves a process behind, whose own child ends later.
        String script =
                "(sh -c 'sleep 0.1 & exec sleep 0.2' &) ; sleep 0.5; echo zombies $(grep -l '^State:.Z' /proc/[0-9]*/status)";
        try (Started run =
                root.startAsFirst("65534:65534", program, "run", "x", "--store", "file:/tmp/locks", "-c", script)) {
            Finished finished = run.end();
            assertThat(finished.err()).isEmpty();
            assertThat(finished.out()).isEqualTo("zombies\n");
            assertThat(finished.code()).isZero();
        }
    }

    @Test
    void asTheFirstProcessOfAContainerItEndsCommandWhenItGetsTerm() throws Exception {
        String script = "trap 'echo ended; exit 3' TERM; echo $$ held; while :; do sleep 0.1; done";
        try (Started run = root.startAsFirst("0:0", program, "run", "y", "--store", STORE, "-c", script)
                .says("held")) {
            ProcessHandle first = run.process().children().findFirst().orElseThrow();
            first.destroy();
            assertThat(run.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(run.end().out()).endsWith("held\nended\n");
            assertThat(run.end().code()).isEqualTo(3);
        }
    }
}
