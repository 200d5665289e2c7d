package io.lockkeeper.cli;

import com.grack.nanojson.JsonObject;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/** {@code watch NAME}: a line for each change of a lock. */
final class WatchVerb implements Verb {
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Option INTERVAL = Option.with(
                    "--interval", "", "DURATION", "The time between two checks, such as 0.2 or 5s. Default: 1s.")
            .asSetting();

    @Override
    public Syntax syntax() {
        return new Syntax(
                "watch",
                "NAME",
                "Prints a line whenever the holder or the waiters of a lock change, until Ctrl-C.",
                List.of(INTERVAL, Option.STORE, Option.JSON, Option.NO_CONFIG, Option.VERBOSE, Option.HELP),
                1,
                1,
                """
                The first line is the current state. Changes that are undone between two checks are not
                shown. With --json: one object per line, as `show --json` prints it, and "at", the time
                of the check by this machine's clock.
                """);
    }

    @Override
    public int run(Arguments arguments) throws InterruptedException {
        String name = arguments.operands().get(0);
        Duration asked = Durations.of(arguments, INTERVAL, SHORTEST);
        long interval = asked == null ? 1000 : asked.toMillis();
        try (Connection connection = Connection.open(arguments)) {
            String before = "";
            boolean silent = false;
            do {
                try {
                    LockStatus lock = ShowVerb.of(connection, name);
                    String state = identity(lock);
                    if (!state.equals(before)) {
                        Output.print(line(
                                arguments, LockView.of(lock, connection.client().guarantees())));
                    }
                    before = state;
                    silent = false;
                } catch (StoreUnavailableException outage) {
                    if (!silent) {
                        Output.error("the store does not answer, trying again: " + outage.getMessage());
                    }
                    silent = true;
                }
                Thread.sleep(interval);
            } while (Output.flush());
            return ExitCode.OK;
        }
    }

    /** What makes a state another one. */
    private static String identity(LockStatus lock) {
        return Objects.toString(lock.holder()) + lock.holding().flatMap(Holding::since) + lock.token() + lock.waiters();
    }

    private static String line(Arguments arguments, LockView view) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        if (arguments.has(Option.JSON)) {
            JsonObject json = LockJson.of(view);
            json.put("at", now.toString());
            return LockJson.one(json);
        }
        return now + "  " + Output.printable(LockText.state(view.lock()));
    }
}
