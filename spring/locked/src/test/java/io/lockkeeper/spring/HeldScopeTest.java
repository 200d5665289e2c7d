package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The work that a long call begins and that goes on. */
class HeldScopeTest {

    @Test
    void workThatHasEndedIsForgottenWhileTheCallGoesOn() throws InterruptedException {
        try (LockClient client = LockClient.connect("memory:held-scope");
                Lease lease = client.lock("long").acquire()) {
            HeldScope scope = new HeldScope(client, List.of(lease), List.of(lease), null, false);
            List<WeakReference<CompletableFuture<?>>> ended = new ArrayList<>();
            for (int call = 0; call < 1000; call++) {
                ended.add(new WeakReference<>(begun(scope, lease, call % 2 == 0)));
            }
            CompletableFuture<Void> unfinished = new CompletableFuture<>();
            HeldScope.keepUntil(scope, List.of(lease), unfinished);

            Until.isTrue(() -> {
                System.gc();
                return ended.stream().allMatch(reference -> reference.get() == null);
            });
            assertThat(scope.end()).isNotNull().isNotDone();
            unfinished.complete(null);
            assertThat(scope.end()).isNull();
        }
    }

    private static CompletableFuture<?> begun(HeldScope scope, Lease lease, boolean endsBefore) {
        CompletableFuture<Void> work = new CompletableFuture<>();
        if (endsBefore) {
            work.complete(null);
        }
        HeldScope.keepUntil(scope, List.of(lease), work);
        work.complete(null);
        return work;
    }
}
