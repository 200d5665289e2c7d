package io.lockkeeper.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.packages.MinimalRoot.Finished;
import io.lockkeeper.packages.MinimalRoot.Started;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The .deb, installed in a minimal Debian. */
@TestInstance(Lifecycle.PER_CLASS)
final class DebTest {
    private static final String STORE = "file:/run/locks";

    private MinimalRoot root;

    @BeforeAll
    void install() throws Exception {
        Path deb = Release.deb();
        root = MinimalRoot.create();
        root.put(deb, "tmp/lockkeeper.deb");
        assertThat(root.run("dpkg", "-i", "/tmp/lockkeeper.deb").code()).isZero();
    }

    @AfterAll
    void remove() throws Exception {
        if (root != null) {
            root.close();
        }
    }

    @Test
    void saysItsVersion() throws Exception {
        Finished run = root.run("lockkeeper", "--version");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("lockkeeper 0.").contains("\nJava ", "redis:", "jdbc:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bash-completion/completions/lockkeeper",
                "zsh/vendor-completions/_lockkeeper",
                "fish/vendor_completions.d/lockkeeper.fish",
                "doc/lockkeeper/copyright"
            })
    void bringsCompletionAndItsLicence(String file) {
        assertThat(root.path().resolve("usr/share").resolve(file)).isNotEmptyFile();
    }

    @Test
    void bringsTheManualPage() throws Exception {
        assertThat(root.run("zcat", "/usr/share/man/man1/lockkeeper.1.gz").out())
                .contains(".TH", "NAME", "lockkeeper");
    }

    @Test
    void runsACommandAndEndsWithItsCode() throws Exception {
        Finished run = root.run("lockkeeper", "run", "x", "--store", STORE, "--", "sh", "-c", "echo held; exit 7");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("held\n");
        assertThat(run.code()).isEqualTo(7);
    }

    @Test
    void runsForNobodyWhereNothingButTheStoreCanBeWritten() throws Exception {
        Finished run = root.runAsNobody("lockkeeper", "run", "größe", "--store", STORE, "--", "id", "-u");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("65534\n");
        assertThat(run.code()).isZero();
    }

    @Test
    void showsWhoHoldsALockAndPassesSignalsOn() throws Exception {
        String script = "trap 'echo ended; exit 3' TERM; echo held; while :; do sleep 0.1; done";
        try (Started run = root.start("lockkeeper", "run", "job", "--store", STORE, "-c", script)
                .says("held")) {
            assertThat(root.run("lockkeeper", "list", "--store", STORE).out()).contains("job");
            MinimalRoot.outside("kill", "-TERM", "" + run.process().pid());
            assertThat(run.end().out()).isEqualTo("held\nended\n");
            assertThat(run.end().code()).isEqualTo(3);
        }
    }

    @Test
    void theJvmUsesTheCacheThatWasRecordedAtTheBuild() throws Exception {
        // A JVM that must use its cache says why it can't, and ends.
        Finished run = root.run(
                "env", "JDK_JAVA_OPTIONS=-XX:AOTMode=on", "lockkeeper", "run", "x", "--store", STORE, "--", "true");
        assertThat(run.code()).as(run.out() + run.err()).isZero();
    }

    @Test
    void librariesOfTheRuntimeFindTheirs() throws Exception {
        Finished run = root.run(
                "sh",
                "-c",
                "find /usr/lib/lockkeeper -name '*.so' -exec sh -c 'LD_LIBRARY_PATH=$(dirname $(find /usr/lib/lockkeeper -name libjvm.so | head -n 1)) ldd \"$@\"' x {} +");
        assertThat(run.out()).contains("libc.so.6").doesNotContain("not found");
    }
}
