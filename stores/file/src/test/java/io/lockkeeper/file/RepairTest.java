package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.JavaProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The repair of locks that a stranger's close has freed takes nothing away from who still holds them. */
class RepairTest {

    private static final int LOCKS = 300;
    private static final int CHECKS = 200;

    @TempDir
    Path temporary;

    /** The kernel's list of all locks leaves out some while others come and go: that is no proof. */
    @Test
    void noLockIsLetGoWhileOthersComeAndGo() throws Exception {
        Path folder = temporary.resolve("locks");
        try (LockClient here = LockClient.connect("file:" + folder);
                JavaProcess first = Worker.start(folder);
                JavaProcess second = Worker.start(folder);
                JavaProcess spy = Worker.start(folder)) {
            List<Lease> held = new ArrayList<>();
            for (int index = 0; index < LOCKS; index++) {
                held.add(here.lock("held-" + index).acquire());
            }
            assertThat(Worker.ask(first, "churn " + temporary.resolve("one"))).isEqualTo("churning");
            assertThat(Worker.ask(second, "churn " + temporary.resolve("two"))).isEqualTo("churning");
            assertThat(Worker.ask(spy, "spy held- " + LOCKS)).isEqualTo("spying");
            OpenFolder.ask(folder, open -> {
                for (int check = 0; check < CHECKS; check++) {
                    open.repair().loseDropped();
                }
                return open;
            });
            assertThat(Worker.ask(spy, "try other")).startsWith("locked other");
            assertThat(held).allMatch(Lease::isHeld);
        }
    }
}
