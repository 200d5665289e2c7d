package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.web.IdempotentRoute.KeySource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Makes an idempotent call of a request, or says why not. */
final class CallBuilder {

    private final HttpSettings settings;

    CallBuilder(HttpSettings settings) {
        this.settings = settings;
    }

    /** What the client sent. */
    @SuppressWarnings("ArrayRecordComponent")
    record Request(
            String path, Optional<String> query, Optional<String> contentType, List<String> keyLines, byte[] body) {}

    /** What becomes of a request. */
    sealed interface Decision {}

    /** It is run once. */
    record Once(IdempotentCall<StoredAnswer> call, boolean expired) implements Decision {}

    /** It is not carried out. */
    record Refused(Refusal refusal) implements Decision {}

    /** It has no key and needs none. */
    record Plain() implements Decision {}

    /** Decides from the header alone, before the body is read. */
    Optional<Decision> early(IdempotentRoute route, List<String> keyLines) {
        KeyHeader.Reading reading = settings.keyHeader().read(keyLines);
        if (reading instanceof KeyHeader.Malformed malformed) {
            return refused(Problem.KEY_MALFORMED, settings.keyHeader().name() + ": " + malformed.reason() + ".");
        }
        if (reading instanceof KeyHeader.Missing && route.key() == KeySource.HEADER) {
            return refused(
                    Problem.KEY_MISSING,
                    "This request requires the header " + settings.keyHeader().name() + ".");
        }
        return reading instanceof KeyHeader.Missing && route.key() == KeySource.OPTIONAL_HEADER
                ? Optional.of(new Plain())
                : Optional.empty();
    }

    Decision decide(IdempotentRoute route, Caller caller, Request request) {
        Optional<String> sent = settings.keyHeader().read(request.keyLines()) instanceof KeyHeader.Key key
                ? Optional.of(key.value())
                : Optional.empty();
        if (route.key() != KeySource.TOKEN) {
            return once(route, caller, request, sent.orElseThrow(), false);
        }
        Tokens tokens = tokens(route);
        Optional<String> token = sent.or(
                () -> FormFields.of(request.contentType(), request.body()).first(settings.tokenField()));
        if (token.isEmpty()) {
            return new Refused(Refusal.of(Problem.KEY_MISSING, "This request requires a token of this server."));
        }
        Tokens.Verdict verdict = tokens.verify(token.get(), caller, route.tokenRoute());
        if (verdict instanceof Tokens.Valid valid) {
            return once(route, caller, request, valid.id(), false);
        }
        return verdict instanceof Tokens.Expired expired
                ? once(route, caller, request, expired.id(), true)
                : new Refused(Refusal.of(
                        Problem.TOKEN_INVALID, "The token was not issued for this caller and this request."));
    }

    private Decision once(IdempotentRoute route, Caller caller, Request request, String id, boolean expired) {
        RequestScope scope = new RequestScope(
                caller.tenant().orElse(null), caller.name().orElse(null), route.method(), route.pattern());
        IdempotencyKey key;
        try {
            key = IdempotencyKey.of(scope.text(), id);
        } catch (IllegalArgumentException e) {
            return new Refused(Refusal.of(Problem.KEY_MALFORMED, "The key has characters that are not allowed."));
        }
        Fingerprint fingerprint = RequestFingerprint.of(
                route.method(),
                request.path(),
                request.query().orElse(null),
                request.contentType().orElse(null),
                request.body(),
                route.rules().body());
        IdempotencyOptions options =
                route.rules().options().withFailures(new ByStatus(route.rules().statuses()));
        return new Once(
                IdempotentCall.of(key, fingerprint, settings.codec(key))
                        .withOptions(expired ? neverAgain(options) : options),
                expired);
    }

    /** A token whose record is purged before the token expires, by the slowest of the servers' clocks, could be used twice. */
    private Tokens tokens(IdempotentRoute route) {
        Tokens tokens = settings.tokens()
                .orElseThrow(() -> new IllegalStateException(route.tokenRoute() + " needs tokens, and there are none"));
        Optional<Duration> retention = route.rules().options().retention().duration();
        if (retention.isPresent() && retention.get().compareTo(tokens.validity().plus(Tokens.SKEW)) < 0) {
            throw new IllegalStateException(route.tokenRoute() + " keeps records for " + retention.get()
                    + ", and its tokens are valid for " + tokens.validity() + " and " + Tokens.SKEW
                    + " for clocks that differ: they could be used twice");
        }
        return tokens;
    }

    /** Nothing runs for an expired token. Of an attempt that did not finish, nobody knows what it did. */
    private static IdempotencyOptions neverAgain(IdempotencyOptions options) {
        return options.onExpiry() == OnExpiry.RUN_AGAIN ? options.withOnExpiry(OnExpiry.REJECT) : options;
    }

    private static Optional<Decision> refused(Problem problem, String detail) {
        return Optional.of(new Refused(Refusal.of(problem, detail)));
    }
}
