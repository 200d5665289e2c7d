package io.lockkeeper.idempotency.web;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.FailureDecision;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeNotStoredException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request that is run once. Used by one thread. */
final class ServletRun {

    private static final Logger LOG = LoggerFactory.getLogger(IdempotencyFilter.class);

    private final Idempotency idempotency;
    private final HttpSettings settings;
    private final ServletAnswers answers;
    private final HeldResponse held;
    private boolean started;

    /** What the application threw, as opposed to the store. */
    private @Nullable Exception thrown;

    ServletRun(Idempotency idempotency, HttpSettings settings, ServletAnswers answers) {
        this.idempotency = idempotency;
        this.settings = settings;
        this.answers = answers;
        held = new HeldResponse(answers.response(), settings.maxAnswer());
    }

    void run(IdempotentCall<StoredAnswer> call, StatusPolicy statuses, BufferedRequest request, FilterChain chain)
            throws IOException, ServletException {
        try {
            Outcome<StoredAnswer> outcome = idempotency.run(call, attempt -> {
                started = true;
                request.setAttribute(IdempotencyFilter.ATTEMPT, attempt);
                return operation(statuses, request, chain);
            });
            answer(outcome);
        } catch (NotFinalException e) {
            held.send();
        } catch (OutcomeNotStoredException e) {
            if (e == thrown) {
                throw e;
            }
            outcomeNotStored(call, e);
        } catch (AttemptLostException e) {
            if (e == thrown) {
                throw e;
            }
            LOG.warn("The attempt of {} was succeeded; its answer is not sent", call.key(), e);
            refuseInstead(Refusals.SUCCEEDED, e);
        } catch (StoreUnavailableException e) {
            storeUnavailable(e, request, chain);
        } catch (InterruptedException e) {
            if (e != thrown) {
                Thread.currentThread().interrupt();
                refuseInstead(Refusals.STORE_UNAVAILABLE, e);
            } else {
                rethrow(e);
            }
        } catch (Exception e) {
            if (e != thrown && started) {
                // The application returned, and its transaction was not committed. What cannot be taken back is cut
                // off.
                boolean unused = held.discard();
            }
            rethrow(e);
        }
    }

    /** Answers from a record only: nothing runs. */
    void replayOnly(IdempotentCall<StoredAnswer> call) throws IOException {
        try {
            answer(idempotency.run(call, attempt -> {
                throw new NotFinalException(FailureDecision.FREE);
            }));
        } catch (NotFinalException e) {
            answers.refuse(Refusal.of(Problem.TOKEN_EXPIRED, "Ask for a new token. This one was not used."));
        } catch (StoreUnavailableException e) {
            answers.refuse(Refusals.STORE_UNAVAILABLE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answers.refuse(Refusals.STORE_UNAVAILABLE);
        }
    }

    private StoredAnswer operation(StatusPolicy statuses, BufferedRequest request, FilterChain chain) throws Exception {
        try {
            chain.doFilter(request, held);
        } catch (Exception e) {
            thrown = e;
            throw e;
        }
        StoredAnswer answer = held.answer(settings.storedHeaders());
        FailureDecision decision = statuses.decide(answer.status());
        if (decision != FailureDecision.STORE) {
            throw new NotFinalException(decision);
        }
        return answer;
    }

    private void answer(Outcome<StoredAnswer> outcome) throws IOException {
        if (outcome instanceof Outcome.Executed) {
            held.send();
        } else if (outcome instanceof Outcome.Replayed<StoredAnswer> replayed) {
            answers.replay(replayed.value());
        } else {
            answers.refuse(Refusals.of(outcome));
        }
    }

    /** The operation is done. With leases its answer is true; in a transaction it is not known whether it was committed. */
    private void outcomeNotStored(IdempotentCall<?> call, OutcomeNotStoredException e)
            throws IOException, ServletException {
        if (idempotency instanceof LeasedIdempotency) {
            LOG.warn("The answer of {} is sent, but was perhaps not stored", call.key(), e);
            held.send();
        } else {
            refuseInstead(Refusals.COMMIT_UNKNOWN, e);
        }
    }

    private void storeUnavailable(StoreUnavailableException e, BufferedRequest request, FilterChain chain)
            throws IOException, ServletException {
        if (e == thrown) {
            throw e;
        }
        if (started) {
            refuseInstead(Refusals.COMMIT_UNKNOWN, e);
        } else if (settings.runsWithoutStore()) {
            LOG.warn("The store is unavailable: a request runs without idempotency, as the settings allow", e);
            chain.doFilter(request, answers.response());
        } else {
            LOG.warn("The store is unavailable: a request is refused", e);
            answers.refuse(Refusals.STORE_UNAVAILABLE);
        }
    }

    /** What was sent already cannot be taken back: the connection is cut off by the exception. */
    private void refuseInstead(Refusal refusal, Exception cause) throws IOException, ServletException {
        if (!held.discard()) {
            throw new ServletException("The answer was sent in part already", cause);
        }
        answers.refuse(refusal);
    }

    private static void rethrow(Exception e) throws IOException, ServletException {
        if (e instanceof IOException io) {
            throw io;
        } else if (e instanceof ServletException servlet) {
            throw servlet;
        } else if (e instanceof RuntimeException runtime) {
            throw runtime;
        }
        throw new ServletException(e);
    }
}
