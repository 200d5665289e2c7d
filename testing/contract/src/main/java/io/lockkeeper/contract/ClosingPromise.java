package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promise that a closed store answers nothing more, and that closing it harms no other. */
public interface ClosingPromise extends StoreFixture {

    /** Each call fails, soon, either at once or by its stage. */
    @Test
    default void callsOfAClosedStoreFail() {
        Contender ann = contender();
        Grant grant = ann.hold(freshName());
        Claim claim = ann.claim(freshName());
        Store store = ann.store();
        ann.close();
        assertThat(failure(() -> store.claim(claim))).as("claiming").isNotNull();
        assertThat(failure(() -> store.release(grant))).as("releasing").isNotNull();
        assertThat(failure(() -> store.renew(List.of(new Renewal(grant, LEASE)))))
                .as("renewing")
                .isNotNull();
        assertThat(failure(() -> store.withdraw(claim, false)))
                .as("withdrawing")
                .isNotNull();
    }

    /** A second close is no failure, and other stores go on. */
    @Test
    default void closingOneStoreTwiceLeavesOthersAlone() {
        String name = freshName();
        try (Contender bob = contender()) {
            Contender ann = contender();
            ann.close();
            ann.close();
            Grant grant = bob.hold(name);
            assertThat(bob.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
        }
    }

    private @Nullable Throwable failure(Supplier<CompletionStage<?>> call) {
        CompletableFuture<?> answer;
        try {
            answer = call.get().toCompletableFuture();
        } catch (RuntimeException atOnce) {
            return atOnce;
        }
        Eventually.eventually(patience(), () -> assertThat(answer).isDone());
        return answer.handle((value, failure) -> failure).join();
    }
}
