package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.RequiresMemcached;
import io.lockkeeper.servers.ZooKeeperServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code release --force} has COMMAND ended before it gives the lock to others: on each store that Redis does not stand for. */
final class RunRecallStoresTest {

    private static final String UNTIL_TERM =
            "trap 'sleep 1; echo ended >\"$0/first\"; exit 0' TERM; echo up; while :; do sleep 0.05; done";

    @TempDir
    Path folder;

    /** The second command writes only what it sees of the first. */
    private void theCommandEndsBeforeTheNextOneBegins(String url) throws Exception {
        try (Lockkeeper run = Lockkeeper.start(url, "run", "b", "a", "--", "sh", "-c", UNTIL_TERM, folder.toString())
                        .says("up");
                Lockkeeper next = Lockkeeper.start(
                        url, "run", "-v", "a", "--", "sh", "-c", "cat \"$0/first\"", folder.toString())) {
            next.complains("waiting for 'a'");
            try (Lockkeeper release = Lockkeeper.ended(url, "release", "a", "--force", "--wait", "60s")) {
                assertThat(release.code()).as(release.err()).isZero();
                assertThat(release.out()).contains("pid " + run.pid()).endsWith(" no longer holds the lock 'a'.\n");
            }
            assertThat(run.code()).as(run.err()).isEqualTo(76);
            assertThat(run.err()).contains("the lock 'a' is recalled").doesNotContain("was lost", "not renewed");
            assertThat(next.code()).as(next.err()).isZero();
            assertThat(next.out()).isEqualTo("ended\n");
        }
    }

    private void holdEnds(String url) throws Exception {
        try (Lockkeeper hold =
                        Lockkeeper.start(url, "hold", "a", "--until-signal").says("\n");
                Lockkeeper release = Lockkeeper.ended(url, "release", "a", "--force", "--wait", "60s")) {
            assertThat(release.code()).as(release.err()).isZero();
            assertThat(release.out()).endsWith(" no longer holds the lock 'a'.\n");
            assertThat(hold.code()).as(hold.err()).isEqualTo(76);
            assertThat(hold.err()).contains("the lock 'a' is recalled");
        }
    }

    @Test
    void onFiles() throws Exception {
        theCommandEndsBeforeTheNextOneBegins("file:" + folder.resolve("locks"));
        holdEnds("file:" + folder.resolve("locks"));
    }

    @Test
    void onZooKeeper() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            theCommandEndsBeforeTheNextOneBegins(server.url());
            holdEnds(server.url());
        }
    }

    @Test
    @RequiresEtcd
    void onEtcd() throws Exception {
        try (EtcdServer server = EtcdServer.start()) {
            theCommandEndsBeforeTheNextOneBegins(server.url() + "?timeout=10s");
            holdEnds(server.url() + "?timeout=10s");
        }
    }

    @Test
    @RequiresMemcached
    void onMemcached() throws Exception {
        try (MemcachedServer server = MemcachedServer.start()) {
            theCommandEndsBeforeTheNextOneBegins(server.url() + "?timeout=10s");
            holdEnds(server.url() + "?timeout=10s");
        }
    }

    /** The kernel keeps the lock while its holder's process lives. */
    @Test
    void onFilesALockThatItsHolderKeepsIsNotTaken() throws Exception {
        String url = "file:" + folder.resolve("locks");
        try (Lockkeeper run = Lockkeeper.start(
                                url, "run", "--on-lost", "warn", "a", "--", "sh", "-c", "echo up; exec sleep 60")
                        .says("up");
                Lockkeeper release = Lockkeeper.ended(url, "release", "a", "--force", "--wait", "3s")) {
            assertThat(release.code()).as(release.err()).isEqualTo(1);
            assertThat(release.out()).isEmpty();
            assertThat(release.err())
                    .contains("the lock 'a' was not released: ", "pid " + run.pid(), " still holds it");
            run.complains("warning: the lock 'a' is recalled");
            try (Lockkeeper show = Lockkeeper.ended(url, "show", "a")) {
                assertThat(show.code()).as(show.err()).isZero();
            }
        }
    }
}
