package io.lockkeeper.idempotency.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a request gets when it boards. */
public sealed interface Seat {

    /**
     * This request speaks to the store, and must {@linkplain Flight#land land} the flight in the end.
     *
     * @param flight the flight
     */
    record Lead(Flight flight) implements Seat {}

    /** Another request of this process does. Whoever follows must {@linkplain #leave() leave} in the end. */
    final class Follow implements Seat {

        private final Flight flight;
        private final CompletableFuture<Duration> busy = new CompletableFuture<>();
        private final CompletableFuture<Landing> landing = new CompletableFuture<>();

        Follow(Flight flight) {
            this.flight = flight;
        }

        void tellBusy(Duration retryAfter) {
            busy.complete(retryAfter);
        }

        void tell(Landing how) {
            landing.complete(how);
        }

        /**
         * Returns when an attempt is known to run.
         *
         * @return when to ask again; completes on the thread of the request that leads, dependents must be short
         */
        public CompletionStage<Duration> busy() {
            return busy;
        }

        /**
         * Returns the end of the flight.
         *
         * @return completes on the thread of the request that leads; dependents must be short
         */
        public CompletionStage<Landing> landing() {
            return landing;
        }

        /** Gives the place back; does nothing the second time. Nothing is told afterwards for certain. */
        public void leave() {
            flight.leave(this);
        }
    }

    /**
     * Another request does, and as many follow it as may.
     *
     * @param busy whether an attempt is known to run. If not, the key may be finished: whoever needs to know asks the store itself
     */
    record Full(boolean busy) implements Seat {}
}
