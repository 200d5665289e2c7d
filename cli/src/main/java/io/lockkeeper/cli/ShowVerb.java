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
                List.of(Option.STORE, Option.JSON, Option.NO_CONFIG, Option.VERBOSE, Option.HELP),
                1,
                1,
                """
                Exit codes:
                  0    the lock is held
                  3    the lock is free; so is one that the store has never seen
                  64   unknown: the command line is wrong, or this store cannot tell
                  69   unknown: the store is unavailable
                  70   unknown: a fault of lockkeeper or of the machine

                With --json: {"name", "held", "holder", "since", "token", "remainingMillis", "waiters"}.
                The holder and each waiter, in queue order: {"host", "pid", "thread", "description",
                "processGroup", "client"}. Unknown values are null, as "waiters" on stores that do
                not know who waits (file, memcached). Tokens are strings.
                """);
    }

    @Override
    public int run(Arguments arguments) {
        String name = arguments.operands().get(0);
        LockView view;
        try (Connection connection = Connection.open(arguments)) {
            view = LockView.of(of(connection, name), connection.client().guarantees());
        }
        Output.print(
                arguments.has(Option.JSON) ? LockJson.one(LockJson.of(view)) : LockText.sheet(view, Instant.now()));
        return view.lock().holders().isEmpty() ? ExitCode.FREE : ExitCode.OK;
    }

    /** What is known of a lock; a lock that is unknown is free. */
    static LockStatus of(Connection connection, String name) {
        return connection.inspection().inspect(name).orElseGet(() -> LockStatus.free(name, 0, List.of()));
    }
}
