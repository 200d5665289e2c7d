package io.lockkeeper.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.packages.MinimalRoot.Finished;
import io.lockkeeper.packages.MinimalRoot.Started;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Upgrades and removals of the .deb while a run is under way. */
final class DebUpgradeTest {
    private static final String STORE = "file:/run/locks";
    private static final String UNTIL_DONE = "echo held; until [ -e /run/done ]; do sleep 0.1; done";

    @Test
    void runsThatAreUnderWayGoOnWithTheFilesTheyBeganWith() throws Exception {
        Path deb = Release.deb();
        try (MinimalRoot root = MinimalRoot.create()) {
            root.put(deb, "tmp/1.deb");
            assertEnds(root, "dpkg", "-i", "/tmp/1.deb");
            List<Path> first = copies(root);
            makeNewer(root);
            Path done = root.path().resolve("run/done");

            try (Started run = root.start("lockkeeper", "run", "x", "--store", STORE, "-c", UNTIL_DONE)
                    .says("held")) {
                assertEnds(root, "dpkg", "-i", "/tmp/2.deb");
                assertThat(copies(root)).hasSize(2).containsAll(first);
                assertThat(root.run("dpkg", "--verify", "lockkeeper").out()).isEmpty();
                Files.createFile(done);
                Finished finished = run.end();
                assertThat(finished.err()).isEmpty();
                assertThat(finished.code()).isZero();
            }
            Files.delete(done);
            assertEnds(root, "lockkeeper", "run", "x", "--store", STORE, "--", "true");

            try (Started run = root.start("lockkeeper", "run", "x", "--store", STORE, "-c", UNTIL_DONE)
                    .says("held")) {
                assertThat(assertEnds(root, "dpkg", "-r", "lockkeeper").out()).contains("is still in use");
                assertThat(copies(root)).hasSize(1).doesNotContainAnyElementsOf(first);
                Files.createFile(done);
                Finished finished = run.end();
                assertThat(finished.err()).isEmpty();
                assertThat(finished.code()).isZero();
            }
            assertEnds(root, "dpkg", "-i", "/tmp/1.deb");
            assertThat(copies(root)).isEqualTo(first);
            assertEnds(root, "dpkg", "-P", "lockkeeper");
            assertThat(root.path().resolve("usr/lib/lockkeeper")).doesNotExist();
            assertThat(root.path().resolve("usr/bin/lockkeeper")).doesNotExist();
        }
    }

    /** A package that is newer and differs: its files are in a folder of their own. */
    private static void makeNewer(MinimalRoot root) throws Exception {
        String script = """
                set -e
                cd /tmp
                dpkg-deb -R 1.deb new
                id=$(ls new/usr/lib/lockkeeper)
                mv new/usr/lib/lockkeeper/$id new/usr/lib/lockkeeper/$id-2
                ln -sfn ../lib/lockkeeper/$id-2/bin/lockkeeper new/usr/bin/lockkeeper
                sed -i "s/$id/$id-2/" new/DEBIAN/p* new/DEBIAN/md5sums
                sed -i 's/^Version: .*/&+2/' new/DEBIAN/control
                dpkg-deb -Znone -b new 2.deb
                """;
        assertEnds(root, "sh", "-c", script);
    }

    private static Finished assertEnds(MinimalRoot root, String... words) throws Exception {
        Finished run = root.run(words);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        return run;
    }

    /** What is run: copies of what dpkg has. */
    private static List<Path> copies(MinimalRoot root) throws IOException {
        Path all = root.path().resolve("usr/lib/lockkeeper/in-use");
        try (Stream<Path> copies = Files.list(all)) {
            return copies.sorted().toList();
        }
    }
}
