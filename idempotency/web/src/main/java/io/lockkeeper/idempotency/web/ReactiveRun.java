package io.lockkeeper.idempotency.web;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.FailureDecision;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeNotStoredException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** One request that is run once. */
final class ReactiveRun {

    private static final Logger LOG = LoggerFactory.getLogger(IdempotencyWebFilter.class);

    private final LeasedIdempotency idempotency;
    private final HttpSettings settings;
    private final ReactiveAnswers answers;
    private final HeldReactiveResponse held;
    private volatile boolean started;

    /** What the application failed with, as opposed to the store. */
    private volatile @Nullable Throwable thrown;

    ReactiveRun(LeasedIdempotency idempotency, HttpSettings settings, ReactiveAnswers answers) {
        this.idempotency = idempotency;
        this.settings = settings;
        this.answers = answers;
        held = new HeldReactiveResponse(answers.response(), settings.maxAnswer());
    }

    Mono<Void> run(
            IdempotentCall<StoredAnswer> call, StatusPolicy statuses, BufferedExchange exchange, WebFilterChain chain) {
        BufferedExchange inner = exchange.answering(held);
        // The operation goes on without its subscriber if the client disconnects; its context goes with it.
        return Mono.deferContextual(context -> Mono.fromCompletionStage(idempotency.runAsync(call, attempt -> {
                    started = true;
                    inner.getAttributes().put(IdempotencyWebFilter.ATTEMPT, attempt);
                    return operation(statuses, chain.filter(inner))
                            .contextWrite(context)
                            .toFuture();
                })))
                .doOnCancel(held::disconnected)
                .map(Result::answered)
                .onErrorResume(failure -> Mono.just(Result.failed(failure)))
                .flatMap(result -> result.failure() == null
                        ? answer(result.outcome())
                        : failed(call, result.failure(), exchange, chain));
    }

    /** How the run ended, so that failures of sending the answer are not taken for its own. */
    private record Result(
            @Nullable Outcome<StoredAnswer> outcome,
            @Nullable Throwable failure) {

        static Result answered(Outcome<StoredAnswer> outcome) {
            return new Result(outcome, null);
        }

        static Result failed(Throwable failure) {
            return new Result(null, failure);
        }
    }

    /** Answers from a record only: nothing runs. */
    Mono<Void> replayOnly(IdempotentCall<StoredAnswer> call) {
        return Mono.fromCompletionStage(() -> idempotency.runAsync(call, attempt -> {
                    throw new NotFinalException(FailureDecision.FREE);
                }))
                .map(Result::answered)
                .onErrorResume(failure -> Mono.just(Result.failed(failure)))
                .flatMap(result -> {
                    if (result.failure() == null) {
                        return answer(result.outcome());
                    } else if (result.failure() instanceof NotFinalException) {
                        return answers.refuse(
                                Refusal.of(Problem.TOKEN_EXPIRED, "Ask for a new token. This one was not used."));
                    }
                    return result.failure() instanceof StoreUnavailableException
                            ? answers.refuse(Refusals.STORE_UNAVAILABLE)
                            : Mono.error(result.failure());
                });
    }

    private Mono<StoredAnswer> operation(StatusPolicy statuses, Mono<Void> application) {
        return application
                .then(Mono.fromCallable(() -> held.answer(settings.storedHeaders())))
                .doOnError(failure -> thrown = failure)
                .onErrorResume(ErrorResponseException.class, ReactiveRun::page)
                .flatMap(answer -> {
                    FailureDecision decision = statuses.decide(answer.status());
                    return decision == FailureDecision.STORE
                            ? Mono.just(answer)
                            : Mono.error(new NotFinalException(decision));
                });
    }

    /** A failure that has a status is an answer, which the framework writes. */
    private static Mono<StoredAnswer> page(ErrorResponseException failure) {
        String detail = failure.getBody().getDetail();
        return Mono.just(
                new StoredAnswer.ErrorPage(failure.getStatusCode().value(), Map.of(), detail == null ? "" : detail));
    }

    private Mono<Void> answer(@Nullable Outcome<StoredAnswer> outcome) {
        if (outcome instanceof Outcome.Executed) {
            return send();
        } else if (outcome instanceof Outcome.Replayed<StoredAnswer> replayed) {
            return answers.replay(replayed.value());
        } else if (outcome != null) {
            return answers.refuse(Refusals.of(outcome));
        }
        return Mono.error(new IllegalStateException("The run ended without an outcome"));
    }

    private Mono<Void> send() {
        if (thrown != null) {
            return Mono.error(thrown);
        } else if (held.isThrough()) {
            return Mono.empty();
        }
        return held.answer(settings.storedHeaders()) instanceof StoredAnswer.Complete complete
                ? answers.write(complete.body())
                : Mono.empty();
    }

    private Mono<Void> failed(
            IdempotentCall<?> call, Throwable failure, BufferedExchange exchange, WebFilterChain chain) {
        if (failure instanceof NotFinalException) {
            return send();
        } else if (failure == thrown) {
            return Mono.error(failure);
        } else if (failure instanceof OutcomeNotStoredException) {
            LOG.warn("The answer of {} is sent, but was perhaps not stored", call.key(), failure);
            return send();
        } else if (failure instanceof AttemptLostException) {
            LOG.warn("The attempt of {} was succeeded; its answer is not sent", call.key(), failure);
            return refuseInstead(Refusals.SUCCEEDED, failure);
        } else if (!(failure instanceof StoreUnavailableException)) {
            if (started) {
                // What cannot be taken back is cut off.
                boolean unused = held.discard();
            }
            return Mono.error(failure);
        } else if (started) {
            return refuseInstead(Refusals.COMMIT_UNKNOWN, failure);
        } else if (settings.runsWithoutStore()) {
            LOG.warn("The store is unavailable: a request runs without idempotency, as the settings allow", failure);
            return chain.filter(exchange);
        }
        LOG.warn("The store is unavailable: a request is refused", failure);
        return answers.refuse(Refusals.STORE_UNAVAILABLE);
    }

    /** What was sent already cannot be taken back: the connection is cut off by the failure. */
    private Mono<Void> refuseInstead(Refusal refusal, Throwable cause) {
        return held.discard() ? answers.refuse(refusal) : Mono.error(cause);
    }
}
