package io.lockkeeper.cli;

import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code key SCOPE [ID]}: the idempotency keys of a scope, or one of them, which is freed, completed or erased on request. */
final class KeyVerb implements Verb {
    private static final int LIMIT = 1000;
    private static final Option FREE = Option.flag(
            "--free", "", "Free the key: the next request runs the operation. For an operation that was not done.");
    private static final Option COMPLETE = Option.flag(
            "--complete",
            "",
            "Complete the key without a value: no request runs the operation. For one that was done.");
    private static final Option ERASE =
            Option.flag("--erase", "", "Erase the stored outcome of a finished key. The key stays closed.");
    private static final Option TOKEN = Option.with(
            "--token",
            "",
            "TOKEN",
            "Change the key only if its last attempt has this token, as it was shown. Required with --free and --complete.");
    private static final Option MOST = Option.with("--limit", "", "N", "List at most N keys. Default: " + LIMIT + ".")
            .asSetting();
    private static final Duration KEPT = Duration.ofDays(1);

    @Override
    public Syntax syntax() {
        return new Syntax(
                "key",
                "SCOPE [ID]",
                "Shows idempotency keys; frees, completes or erases one.",
                List.of(
                        FREE,
                        COMPLETE,
                        ERASE,
                        TOKEN,
                        MOST,
                        Option.STORE,
                        Option.JSON,
                        Option.NO_CONFIG,
                        Option.VERBOSE,
                        Option.HELP),
                1,
                2,
                """
                With SCOPE alone, lists the keys of the scope; with ID, shows one. The store is the Redis
                in which programs keep their idempotency keys. Keys in a database are shown by the
                endpoint `idempotency` of Spring Boot, or by the program itself (Idempotency.catalogue()).

                A key whose attempt did not finish within its lease is shown as "unfinished". Nobody knows
                whether its operation was done. Find out, then use --complete if it was, or --free if it
                was not, with the token that was shown. If an attempt has begun meanwhile, nothing is
                changed. An attempt that still runs loses the key. A key that was completed by hand is
                kept for a day.

                Exit codes:
                  0    the key is known, or was changed
                  1    it was not changed: it has another token, or its state does not allow the change
                  3    the key is free
                  64   the command line is wrong, or this store keeps no idempotency keys
                  69   the store is unavailable
                  70   a fault of lockkeeper or of the machine

                With --json: {"scope", "id", "state", "token", "attempts", "since", "leaseMillis",
                "finishedAt", "purgedInMillis", "storedBytes"}, or an array of them. "state" is "running",
                "unfinished", "completed" or "rejected". Unknown values are null. Tokens are strings.
                """);
    }

    @Override
    public int run(Arguments arguments) {
        String scope = arguments.operands().get(0);
        List<Option> changes =
                Stream.of(FREE, COMPLETE, ERASE).filter(arguments::has).toList();
        if (changes.size() > 1) {
            throw new UsageException("Only one of --free, --complete and --erase can be done at a time.");
        }
        if (arguments.has(TOKEN) && !arguments.has(FREE) && !arguments.has(COMPLETE)) {
            throw new UsageException("--token goes with --free and --complete only.");
        }
        if (arguments.operands().size() == 1) {
            if (!changes.isEmpty()) {
                throw new UsageException(changes.get(0).name() + " needs the ID of the key.");
            }
            return list(arguments, scope);
        }
        IdempotencyKey key = IdempotencyKey.of(scope, arguments.operands().get(1));
        long token = changes.isEmpty() || arguments.has(ERASE) ? 0 : token(arguments);
        try (LeasedIdempotency idempotency = LeasedIdempotency.connect(StoreUrl.of(arguments))) {
            return changes.isEmpty()
                    ? show(arguments, key, idempotency.catalogue())
                    : change(arguments, key, token, idempotency.catalogue());
        }
    }

    private static long token(Arguments arguments) {
        String text = arguments.value(TOKEN, "");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new UsageException("--token must be the token that `lockkeeper key SCOPE ID` shows.");
        }
    }

    private static int list(Arguments arguments, String scope) {
        int limit = arguments.number(MOST, LIMIT, 1, 9_999);
        List<IdempotencyRecord> records;
        try (LeasedIdempotency idempotency = LeasedIdempotency.connect(StoreUrl.of(arguments))) {
            records = new ArrayList<>(idempotency.catalogue().list(scope, limit + 1));
        }
        if (records.size() > limit) {
            records.remove(limit);
            Output.error("there are more than " + limit + " keys; see --limit");
        }
        records.sort(Comparator.comparing(found -> found.key().id()));
        if (arguments.has(Option.JSON)) {
            Output.print(KeyJson.list(records));
        } else if (!records.isEmpty()) {
            Output.print(Table.of(
                    KeyText.HEADINGS, records.stream().map(KeyText::row).toList(), Terminal.width(1)));
        }
        return ExitCode.OK;
    }

    private static int show(Arguments arguments, IdempotencyKey key, IdempotencyCatalogue catalogue) {
        Optional<IdempotencyRecord> found = catalogue.find(key);
        if (found.isEmpty()) {
            Output.print(
                    arguments.has(Option.JSON) ? KeyJson.free(key) : Output.printable("The key " + key + " is free."));
            return ExitCode.FREE;
        }
        Output.print(arguments.has(Option.JSON) ? KeyJson.one(found.get()) : KeyText.sheet(found.get()));
        return ExitCode.OK;
    }

    private static int change(Arguments arguments, IdempotencyKey key, long token, IdempotencyCatalogue catalogue) {
        boolean changed;
        String done;
        if (arguments.has(FREE)) {
            changed = catalogue.free(key, token);
            done = "is free.";
        } else if (arguments.has(COMPLETE)) {
            changed = catalogue.complete(key, token, Optional.empty(), Retention.of(KEPT));
            done = "is completed.";
        } else {
            changed = catalogue.erase(key);
            done = "has no outcome any more.";
        }
        if (changed) {
            Output.print(Output.printable("The key " + key + " " + done));
            return ExitCode.OK;
        }
        Optional<IdempotencyRecord> found = catalogue.find(key);
        Output.error(found.map(other -> "the key " + key + " was not changed: it is " + KeyText.state(other)
                        + ", and its last attempt has the token "
                        + other.attempt().token())
                .orElse("the key " + key + " was not changed: it is free"));
        return found.isEmpty() ? ExitCode.FREE : ExitCode.DECLINED;
    }

    /** Whether a record's attempt did not finish in time. */
    static boolean isUnfinished(IdempotencyRecord found) {
        return found.state() == IdempotencyState.IN_PROGRESS
                && found.attempt().leaseRemaining().compareTo(Duration.ZERO) <= 0;
    }
}
