package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of locked methods in locked methods, and the lease that they see. */
class ReentryTest {

    private final TestApplication application = TestApplication.of(Outer.class, Inner.class);
    private final Outer outer = application.get(Outer.class);

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void aNestedCallEntersTheSameLockAgain() {
        assertThat(outer.same()).containsExactly("a");
        assertThat(application.held()).isEmpty();
    }

    @Test
    void aNestedCallAcquiresOnlyWhatIsNotHeld() {
        assertThat(outer.more()).containsExactly("a", "b");
        assertThat(application.held()).isEmpty();
    }

    @Test
    void theInnermostLeaseIsTheCurrentOne() {
        assertThat(outer.names()).containsExactly("b in [b, a]", "a in [a]");
        assertThat(CurrentLease.find()).isEmpty();
        assertThatThrownBy(CurrentLease::get).hasMessageContaining("runs no @Locked method");
    }

    @Test
    void severalLeasesAreAskedForByName() {
        assertThat(outer.several()).isEqualTo("x y");
    }

    @Test
    void aNestedCallDoesNotRunIfTheLockWasLost() {
        assertThatThrownBy(outer::loseAndNest).isInstanceOf(LeaseLostException.class);
        assertThat(application.get(Inner.class).runs()).isZero();
    }

    @Test
    void nestedWorkThatGoesOnKeepsTheLock() {
        CompletableFuture<String> work = new CompletableFuture<>();

        CompletableFuture<String> answer = outer.begin(work).get(0);
        assertThat(application.isHeld("a")).isTrue();
        work.complete("done");

        assertThat(answer.join()).isEqualTo("done");
        assertThat(application.others().lock("a").acquireAsync().join().isHeld())
                .isTrue();
    }

    static class Outer {
        private final Inner inner;
        private final MemoryLocks.Others others;

        Outer(Inner inner, MemoryLocks.Others others) {
            this.inner = inner;
            this.others = others;
        }

        @Locked(name = "a", maxWait = "20s")
        public List<String> same() {
            return inner.same();
        }

        @Locked("a")
        public List<String> more() {
            return inner.both();
        }

        @Locked("a")
        public List<String> names() {
            return List.of(
                    inner.name(),
                    CurrentLease.get().name() + " in "
                            + CurrentLease.all().stream().map(Lease::name).toList());
        }

        @Locked({"y", "x"})
        public String several() {
            assertThatThrownBy(CurrentLease::get).hasMessageContaining("several locks, [x, y]");
            return CurrentLease.get("x").name() + " " + CurrentLease.get("y").name();
        }

        @Locked("a")
        public void loseAndNest() {
            others.client().forceRelease().orElseThrow().forceRelease("a");
            CurrentLease.get().verify();
            Until.isTrue(() -> !CurrentLease.get().isHeld());
            inner.count();
        }

        @Locked("a")
        public List<CompletableFuture<String>> begin(CompletableFuture<String> work) {
            return List.of(inner.later(work));
        }
    }

    static class Inner {
        private final LockClient locks;
        private int runs;

        Inner(LockClient locks) {
            this.locks = locks;
        }

        public int runs() {
            return runs;
        }

        @Locked(name = "a", maxWait = "20s")
        public List<String> same() {
            return LockedTest.held(locks);
        }

        @Locked(
                name = {"a", "b"},
                maxWait = "20s")
        public List<String> both() {
            return LockedTest.held(locks);
        }

        @Locked("b")
        public String name() {
            return CurrentLease.get().name() + " in "
                    + CurrentLease.all().stream().map(Lease::name).toList();
        }

        @Locked("a")
        public void count() {
            runs++;
        }

        @Locked("a")
        public CompletableFuture<String> later(CompletableFuture<String> work) {
            return work;
        }
    }
}
