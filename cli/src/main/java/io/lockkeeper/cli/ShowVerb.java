package io.lockkeeper.cli;

import io.lockkeeper.LockStatus;
import java.time.Instant;
import java.util.List;

/** {@code show NAME}: all that the store knows about one lock. */
final class ShowVerb implements Verb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "show",
                "NAME",
                "Shows a lock's holder, its lease, and its waiters.",
                List.of(Option.STORE, Option.JSON, Option.VERBOSE, Option.HELP),
                1,
                1,
                """
                A lock that the store does not know is free. The exit code is 0 in either case.

                With --json: {"name", "held", "holder", "since", "token", "remainingMillis", "waiters"}.
                The holder and each waiter, in queue order: {"host", "pid", "thread", "description",
                "processGroup", "client"}. Unknown values are null. Tokens are strings.
                """);
    }

    @Override
    public int run(Arguments arguments) {
        String name = arguments.operands().get(0);
        LockStatus lock;
        try (Connection connection = Connection.open(arguments)) {
            lock = of(connection, name);
        }
        Output.print(
                arguments.has(Option.JSON) ? LockJson.one(LockJson.of(lock)) : LockText.sheet(lock, Instant.now()));
        return ExitCode.OK;
    }

    /** What is known of a lock; a lock that is unknown is free. */
    static LockStatus of(Connection connection, String name) {
        return connection.inspection().inspect(name).orElseGet(() -> LockStatus.free(name, 0, List.of()));
    }
}
