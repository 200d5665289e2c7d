package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.FailureDecision;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotentAction;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeNotStoredException;
import io.lockkeeper.idempotency.Recovered;
import io.lockkeeper.idempotency.Recovery;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.OutcomeFormat.Stored;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What follows an entry: the answer, or the operation and what becomes of its key. */
final class Request<T extends @Nullable Object> {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private final LeasedEngine engine;
    private final IdempotentCall<T> call;
    private final long began;

    Request(LeasedEngine engine, IdempotentCall<T> call) {
        this.engine = engine;
        this.call = call;
        this.began = engine.ticker().nanos();
    }

    /** Runs the operation on this thread if the entry says so. */
    <E extends Exception> Outcome<T> run(Entry entry, IdempotentAction<T, E> action) throws E {
        if (!(entry instanceof Entry.Run run)) {
            return answered(entry);
        }
        Running running = run.running();
        Recovered<T> recovered = within(running, attempt -> recovered(running));
        if (recovered instanceof Recovered.Unknown) {
            return closed(await(closing(running)));
        }
        T value = recovered instanceof Recovered.Done<T> done ? done.value() : within(running, action);
        ChangeAnswer answer;
        try {
            answer = await(returned(running, value));
        } catch (RuntimeException e) {
            throw notStored(value, e);
        }
        return executed(running, value, answer);
    }

    /** Runs what is the user's, and does with its failure what is to be done. */
    private <A extends @Nullable Object, E extends Exception> A within(Running running, IdempotentAction<A, E> action)
            throws E {
        Nesting.enter(engine, call.key());
        try {
            return action.run(running.attempt());
        } catch (Throwable failure) {
            settle(running, failure);
            throw failure;
        } finally {
            Nesting.exit();
        }
    }

    /** Waits for the key to be free, or closed, again: the caller may come back at once. The operation's failure comes first. */
    private void settle(Running running, Throwable failure) {
        try {
            await(failed(running, failure));
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private <A> A await(CompletionStage<A> stage) {
        // The stage ends by the timeout itself; this is for a timer that is late.
        return Waits.uninterruptibly(
                stage, engine.settings().timeout().multipliedBy(2).plusSeconds(1));
    }

    /** Decides whether the operation runs, after an attempt before it did not finish. */
    Recovered<T> recovered(Running running) {
        if (running.attempt().number() == 1) {
            return new Recovered.NotDone<>();
        }
        engine.events()
                .tell(new IdempotencyEvent.Expired(call.key(), running.attempt().number()));
        if (call.options().onExpiry() == OnExpiry.RUN_AGAIN) {
            return new Recovered.NotDone<>();
        }
        if (call.options().onExpiry() != OnExpiry.RECOVER) {
            return new Recovered.Unknown<>();
        }
        Recovery<T> recovery = call.recovery().orElseThrow();
        try {
            // Null is no answer: it would be wrong to run the operation then.
            return Objects.requireNonNull(recovery.recover(running.attempt()), "The recovery returned null");
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            LOG.warn("The recovery of {} failed; the key stays as it is until its lease expires", call.key(), e);
            return new Recovered.Unknown<>();
        } catch (Error e) {
            running.leave();
            throw e;
        }
    }

    /** An attempt before this one did not finish, and the operation does not run. */
    CompletionStage<ChangeAnswer> closing(Running running) {
        if (call.options().onExpiry() == OnExpiry.RECOVER) {
            running.leave();
            return CompletableFuture.completedStage(ChangeAnswer.DONE);
        }
        return running.reject(new Stored.Expired());
    }

    Outcome<T> closed(ChangeAnswer answer) {
        if (answer == ChangeAnswer.LOST) {
            return answered(new Entry.Conflict(Duration.ofSeconds(1)));
        }
        return refused(call.options().onExpiry() == OnExpiry.RECOVER ? Rejection.UNKNOWN : Rejection.EXPIRED);
    }

    /** The operation returned. */
    CompletionStage<ChangeAnswer> returned(Running running, T value) {
        return running.complete(Replays.encode(call.key(), value, call.codec()));
    }

    Outcome<T> executed(Running running, T value, ChangeAnswer answer) {
        if (answer == ChangeAnswer.LOST) {
            throw new AttemptLostException(call.key(), running.attempt().token());
        }
        engine.events()
                .tell(new IdempotencyEvent.Executed(
                        call.key(), running.attempt().number(), running.duration()));
        return new Outcome.Executed<>(value);
    }

    OutcomeNotStoredException notStored(T value, Throwable failure) {
        return new OutcomeNotStoredException(call.key(), value, failure);
    }

    /** The operation failed. Whatever the failure's own methods and the listeners throw, the operation is over. */
    CompletionStage<?> failed(Running running, Throwable failure) {
        try {
            return ended(running, failure);
        } catch (RuntimeException | Error e) {
            running.leave();
            return CompletableFuture.failedStage(e);
        }
    }

    private CompletionStage<?> ended(Running running, Throwable failure) {
        FailureDecision decision = running.attempt().isUnreadable()
                ? FailureDecision.LEAVE
                : Failures.decide(call.options().failures(), failure);
        engine.events().tell(new IdempotencyEvent.Failed(call.key(), decision));
        return switch (decision) {
            case FREE -> running.release();
            case STORE -> running.reject(new Stored.Failure(Failures.stored(failure)));
            case LEAVE -> {
                running.leave();
                yield CompletableFuture.completedStage(null);
            }
        };
    }

    /** This request does not run the operation. */
    Outcome<T> answered(Entry entry) {
        if (entry instanceof Entry.Settled settled) {
            return Replays.replay(engine.events(), call, settled.finished(), waited());
        }
        if (entry instanceof Entry.Conflict conflict) {
            engine.events().tell(new IdempotencyEvent.Conflicted(call.key(), waited()));
            return new Outcome.InFlight<>(conflict.retryAfter());
        }
        if (entry instanceof Entry.Closed closed) {
            return refused(closed.reason());
        }
        engine.events().tell(new IdempotencyEvent.Mismatched(call.key()));
        return new Outcome.Mismatch<>();
    }

    private Outcome<T> refused(Rejection reason) {
        engine.events().tell(new IdempotencyEvent.Refused(call.key(), reason));
        return Replays.rejected(reason);
    }

    private Duration waited() {
        return Duration.ofNanos(engine.ticker().nanos() - began);
    }
}
