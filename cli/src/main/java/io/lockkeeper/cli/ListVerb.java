package io.lockkeeper.cli;

import io.lockkeeper.LockStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** {@code list [PREFIX]}: the locks that are held or waited for. */
final class ListVerb implements Verb {
    private static final int LIMIT = 1000;
    private static final Option MOST = Option.with(
                    "--limit",
                    "",
                    "N",
                    "List at most N locks. Default: " + LIMIT + ". A message says if there are more.")
            .asSetting();

    @Override
    public Syntax syntax() {
        return new Syntax(
                "list",
                "[PREFIX]",
                "Lists the locks that have holders or waiters, by name.",
                List.of(Option.STORE, MOST, Option.JSON, Option.NO_CONFIG, Option.VERBOSE, Option.HELP),
                0,
                1,
                """
                WAITING is ? on stores that do not know who waits (file, memcached).

                With --json: an array of objects as `show --json` prints them. The exit code is 0
                even if there are none.
                """);
    }

    @Override
    public int run(Arguments arguments) {
        String prefix =
                arguments.operands().isEmpty() ? "" : arguments.operands().get(0);
        int limit = arguments.number(MOST, LIMIT, 1, 1_000_000);
        List<LockView> locks = new ArrayList<>();
        try (Connection connection = Connection.open(arguments)) {
            // One more than is shown, to see whether there are more.
            for (LockStatus lock : connection.catalogue().list(prefix, limit + 1)) {
                locks.add(LockView.of(lock, connection.client().guarantees()));
            }
        }
        locks.sort(Comparator.comparing(view -> view.lock().name()));
        if (locks.size() > limit) {
            locks = locks.subList(0, limit);
            Output.error("there are more than " + limit + " locks; see --limit");
        }
        if (arguments.has(Option.JSON)) {
            Output.print(LockJson.list(locks));
        } else if (!locks.isEmpty()) {
            Instant now = Instant.now();
            List<List<String>> rows =
                    locks.stream().map(view -> LockText.row(view, now)).toList();
            Output.print(Table.of(LockText.HEADINGS, rows, Terminal.width(1)));
        }
        return ExitCode.OK;
    }
}
