package io.lockkeeper.idempotency.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The sending of claimed messages, in rounds: in each one the next message of every lane is sent, all at once, and then waited for. A
 * lane ends with its first message that is not confirmed. For one thread.
 */
final class Sending {

    private final OutboxSender sender;
    private final Duration timeout;
    private final List<Long> confirmed = new ArrayList<>();
    private final Map<ClaimedMessage, MessageRefusedException> refused = new HashMap<>();
    private Optional<Exception> outage = Optional.empty();

    Sending(OutboxSender sender, Duration timeout) {
        this.sender = sender;
        this.timeout = timeout;
    }

    /** Sends messages, those of a lane in the given order. An interrupt ends it; what is confirmed by then is confirmed. */
    void send(List<ClaimedMessage> messages) {
        Map<String, List<ClaimedMessage>> lanes = new LinkedHashMap<>();
        messages.forEach(message ->
                lanes.computeIfAbsent(message.lane(), lane -> new ArrayList<>()).add(message));
        for (int round = 0; !lanes.isEmpty() && outage.isEmpty(); round++) {
            int place = round;
            lanes.values().removeIf(lane -> lane.size() <= place);
            Map<ClaimedMessage, CompletableFuture<Void>> underWay = new LinkedHashMap<>();
            for (List<ClaimedMessage> lane : lanes.values()) {
                CompletableFuture<Void> confirmation = sent(lane.get(place));
                underWay.put(lane.get(place), confirmation);
                if (isOutage(confirmation)) {
                    // Others would take as long to fail, while their rows are locked.
                    break;
                }
            }
            long end = System.nanoTime() + timeout.toNanos();
            underWay.forEach((message, confirmation) -> {
                if (!isConfirmed(message, confirmation, end)) {
                    lanes.remove(message.lane());
                }
            });
        }
    }

    private CompletableFuture<Void> sent(ClaimedMessage message) {
        try {
            return sender.send(message.message());
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** Whether the broker is known not to serve. */
    private static boolean isOutage(CompletableFuture<Void> confirmation) {
        try {
            confirmation.getNow(null);
            return false;
        } catch (CancellationException cancelled) {
            return true;
        } catch (CompletionException failure) {
            return !(failure.getCause() instanceof MessageRefusedException);
        }
    }

    private boolean isConfirmed(ClaimedMessage message, CompletableFuture<Void> confirmation, long end) {
        try {
            confirmation.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            confirmed.add(message.seq());
            return true;
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof MessageRefusedException refusal) {
                refused.put(message, refusal);
            } else {
                outage = Optional.of(failure);
            }
        } catch (TimeoutException failure) {
            outage = Optional.of(failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            outage = Optional.of(interrupt);
        }
        return false;
    }

    /** The places of the messages that the broker has confirmed. */
    List<Long> confirmed() {
        return confirmed;
    }

    /** The messages that the broker refused. */
    Map<ClaimedMessage, MessageRefusedException> refused() {
        return refused;
    }

    /** Why the broker does not serve, if it does not. */
    Optional<Exception> outage() {
        return outage;
    }
}
