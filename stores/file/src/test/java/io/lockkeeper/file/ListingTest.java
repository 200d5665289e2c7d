package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Holder;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Terms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A list leaves nothing open, whatever becomes of it. */
class ListingTest {

    private static final int NAMES = 2_000;

    @TempDir
    Path temporary;

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux tells what a process has open")
    void aStoreThatIsClosedMeanwhileLeavesNothingOpen() throws Exception {
        FileStore store = FileStore.open(temporary.resolve("locks"), Access.PRIVATE, Clock.systemUTC());
        Holder holder = new Holder("client", "host", 1, "main", "", 0);
        for (int index = 0; index < NAMES; index++) {
            ClaimId id = new ClaimId("client", index);
            Claim claim = new Claim("name-" + index, id, holder, Terms.mutex(Duration.ofMinutes(1), 1), 0);
            store.claim(claim).toCompletableFuture().join();
        }
        CompletableFuture<List<LockStatus>> list = store.list("", 10).toCompletableFuture();
        store.close();
        assertThatThrownBy(list::join).hasMessageContaining("closed");
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            assertThat(open.map(ListingTest::target)).noneMatch(target -> target.startsWith(temporary.toString()));
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
