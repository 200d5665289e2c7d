package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Guarantees;
import io.lockkeeper.LockClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who sees the locks of a database that may be in memory. */
class H2ReachTest {

    @TempDir
    Path folder;

    private static Guarantees.Reach reach(String url) {
        try (LockClient client = LockClient.connect(url)) {
            return client.guarantees().reach();
        }
    }

    @Test
    void thatInMemoryIsItsProcesssAlone() {
        assertThat(reach("jdbc:h2:mem:reach")).isEqualTo(Guarantees.Reach.PROCESS);
        assertThat(reach("jdbc:h2:mem:reach;DB_CLOSE_DELAY=-1")).isEqualTo(Guarantees.Reach.PROCESS);
        assertThat(reach("jdbc:h2:nioMemFS:reach")).isEqualTo(Guarantees.Reach.PROCESS);
    }

    @Test
    void aFileMayBeServedToOthers() {
        assertThat(reach("jdbc:h2:" + folder.resolve("mem"))).isEqualTo(Guarantees.Reach.NETWORK);
    }
}
