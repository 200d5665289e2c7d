package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The locks that a stranger's close has freed are restored, and nothing is taken away from who still holds them. */
class RepairTest {

    private static final int LOCKS = 300;
    private static final int CHECKS = 200;
    private static final Duration AT_ONCE = Duration.ofSeconds(30);
    private static final ClientOptions ATTENTIVE = ClientOptions.defaults().withLease(Duration.ofMillis(300));

    @TempDir
    Path temporary;

    /** The kernel's list of all locks leaves out some while others come and go: that is no proof. */
    @Test
    void noLockIsLetGoWhileOthersComeAndGo() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder());
                JavaProcess first = Worker.start(folder());
                JavaProcess second = Worker.start(folder());
                JavaProcess spy = Worker.start(folder())) {
            List<Lease> held = new ArrayList<>();
            for (int index = 0; index < LOCKS; index++) {
                held.add(here.lock("held-" + index).acquire());
            }
            assertThat(Worker.ask(first, "churn " + temporary.resolve("one"))).isEqualTo("churning");
            assertThat(Worker.ask(second, "churn " + temporary.resolve("two"))).isEqualTo("churning");
            assertThat(Worker.ask(spy, "spy held- " + LOCKS)).isEqualTo("spying");
            OpenFolder.ask(folder(), open -> {
                for (int check = 0; check < CHECKS; check++) {
                    open.repair().loseDropped();
                }
                return open;
            });
            assertThat(Worker.ask(spy, "try other")).startsWith("locked other");
            assertThat(held).allMatch(Lease::isHeld);
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux tells which locks a process has")
    void aLockThatAStrangersCloseFreedIsRestoredIfNobodyTookIt() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder(), ATTENTIVE);
                JavaProcess other = Worker.start(folder());
                Lease lease = here.lock("a").acquire()) {
            Files.readAllBytes(lockFile("a"));
            Await.until("the restoration", AT_ONCE, () -> OpenFolder.hasLocked(folder(), "a"));
            assertThat(Worker.ask(other, "try a")).startsWith("busy a");
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux tells which locks a process has")
    void aLockThatAStrangersCloseFreedIsLostIfSomebodyTookIt() throws Exception {
        try (LockClient here = LockClient.connect("file:" + folder(), ATTENTIVE);
                JavaProcess other = Worker.start(folder())) {
            Lease lease = here.lock("a").acquire();
            Lease kept = here.lock("b").acquire();
            other.writeLine("lock a");
            Await.until("the other's claim or the restoration", AT_ONCE, () -> {
                Files.readAllBytes(lockFile("a"));
                return !lease.isHeld();
            });
            other.awaitLine(line -> line.startsWith("locked a"), AT_ONCE);
            assertThat(kept.isHeld()).isTrue();
        }
    }

    private Path folder() {
        return temporary.resolve("locks");
    }

    private Path lockFile(String name) {
        return folder().resolve("locks")
                .resolve(Layout.lockFile(LockName.of(name).lockFile()));
    }
}
