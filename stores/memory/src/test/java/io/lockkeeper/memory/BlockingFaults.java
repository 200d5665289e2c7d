package io.lockkeeper.memory;

import io.lockkeeper.contract.BlockingCallsContract;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.faults.BareStore;
import io.lockkeeper.faults.Course;
import io.lockkeeper.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/** Stores whose blocking calls do not do what they do, or not yet. */
final class BlockingFaults {

    private BlockingFaults() {}

    static List<Fault> all() {
        return List.of(
                fault("blocks in another place", sound -> new MemorySpace(new ManualTime()).connect()),
                fault("turns callers away", sound -> {
                    Semaphore turns = new Semaphore(1);
                    return by(sound, new Course() {
                        @Override
                        public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
                            if (!turns.tryAcquire()) {
                                return CompletableFuture.failedFuture(new IllegalStateException("Busy."));
                            }
                            LockSupport.parkNanos(1_000_000);
                            CompletionStage<T> answer = request.get();
                            turns.release();
                            return answer;
                        }
                    });
                }));
    }

    private static Fault fault(String story, Function<MemoryStore, Store> blocking) {
        return Fault.that(story, BlockingCallsContract.class, sound -> new Tampered(sound) {
            private final Store here = blocking.apply(sound);

            @Override
            public Store blocking() {
                return here;
            }
        });
    }

    private static Store by(MemoryStore sound, Course course) {
        return new BareStore(sound, kind -> course);
    }
}
