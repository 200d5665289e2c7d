package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import io.lockkeeper.store.Terms;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that goes wrong for one waiter ends the wait of others. */
class WaitsTest {

    private static final Duration AT_ONCE = Duration.ofSeconds(30);

    @TempDir
    Path temporary;

    @Test
    void anErrorWhileOneWaiterIsToldLeavesNoOtherWaiting() throws Exception {
        CountDownLatch thrown = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        Path folder = temporary.resolve("locks");
        try (FileStore store = FileStore.open(folder, Access.PRIVATE, Clock.systemUTC());
                JavaProcess holder = Worker.start(folder)) {
            Worker.ask(holder, "lock a");
            Worker.ask(holder, "lock b");
            queue(store, "failing", "a", () -> {
                thrown.countDown();
                throw new StackOverflowError("deliberate");
            });
            queue(store, "other", "b", told::countDown);
            Worker.ask(holder, "unlock a");
            assertThat(thrown.await(AT_ONCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            Worker.ask(holder, "unlock b");
            assertThat(told.await(AT_ONCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Such as somebody else may write into a shared folder. */
    @Test
    void aLockThatIsKeptForEverIsWaitedFor() {
        Path folder = temporary.resolve("locks");
        try (FileStore store = FileStore.open(folder, Access.PRIVATE, Clock.systemUTC())) {
            LockRecord kept = LockRecord.granted(claim("ann", "a"), 0, Instant.now(), ProcessGroup.of(0))
                    .until(Instant.MAX);
            OpenFolder.ask(folder, open -> {
                open.data().write(LockName.of("a"), kept);
                return open;
            });
            queue(store, "bob", "a", () -> {});
        }
    }

    @Test
    void anErrorIsLogged() {
        try (JavaProcess worker = Worker.start(temporary.resolve("locks"))) {
            assertThat(Worker.ask(worker, "fail deliberately")).isEqualTo("failing");
            Await.until("the log's entry", AT_ONCE, () -> worker.errors().contains("deliberately"));
        }
    }

    private static void queue(FileStore store, String client, String name, Runnable whenFree) {
        store.listen(client, new Told(whenFree)).toCompletableFuture().join();
        assertThat(store.claim(claim(client, name)).toCompletableFuture().join())
                .isInstanceOf(ClaimOutcome.Queued.class);
    }

    private static Claim claim(String client, String name) {
        Holder holder = new Holder(client, "host", 1, "main", "", 0);
        return new Claim(name, new ClaimId(client, 1), holder, Terms.mutex(Duration.ofSeconds(30), 1), 1);
    }

    private record Told(Runnable whenFree) implements Signals {

        @Override
        public void free(String name) {
            whenFree.run();
        }

        @Override
        public void granted(Grant grant, long secret) {}

        @Override
        public void contended(String name) {}

        @Override
        public void lost(String name, ClaimId claim, LeaseLoss.Reason reason) {}

        @Override
        public void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason) {}

        @Override
        public void mayBeRecalled(String name, ClaimId claim) {}

        @Override
        public void missed() {}
    }
}
