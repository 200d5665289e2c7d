package io.lockkeeper.cli;

import com.grack.nanojson.JsonObject;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code release NAME --force}: takes a lock from its holder. */
final class ReleaseVerb implements Verb {
    private static final Option FORCE =
            Option.flag("--force", "", "Required, because the holder may be in the middle of its work.");
    private static final Option YES = Option.flag("--yes", "y", "Do not ask for confirmation, even on a terminal.");

    @Override
    public Syntax syntax() {
        return new Syntax(
                "release",
                "NAME",
                "Takes a lock from its holder; the next waiter gets it.",
                List.of(FORCE, YES, Option.STORE, Option.JSON, Option.NO_CONFIG, Option.VERBOSE, Option.HELP),
                1,
                1,
                """
                On a terminal, the holder is shown and must be confirmed. If the lock has another holder
                by then, nothing is released. Without a terminal, or with --yes, the lock is taken from
                whoever holds it. The output names that holder.

                The holder is notified within one renewal interval (10 s by default), and until then
                believes that it holds the lock.

                The exit code is 0 even if nobody held the lock, and 1 if the holder was not confirmed
                or has changed.

                With --json: {"name", "released", "holder"}.
                """);
    }

    @Override
    public int run(Arguments arguments) throws IOException {
        String name = arguments.operands().get(0);
        if (!arguments.has(FORCE)) {
            throw new UsageException("Only its holder can release the lock '" + name
                    + "'. To take it from its holder, use lockkeeper release NAME --force.");
        }
        try (Connection connection = Connection.open(arguments)) {
            ForceRelease means = connection.forceRelease();
            if (!arguments.has(YES) && Terminal.is(0) && Terminal.is(2)) {
                return askAndRelease(arguments, connection, means, name);
            }
            tell(arguments, name, means.forceRelease(name));
        }
        return ExitCode.OK;
    }

    /** Shows the holder, asks, and releases only what was shown: meanwhile the lock may pass to another holder. */
    private static int askAndRelease(Arguments arguments, Connection connection, ForceRelease means, String name)
            throws IOException {
        Optional<Holding> shown = ShowVerb.of(connection, name).holding();
        if (shown.isPresent() && !agreed(name, shown.get().holder())) {
            Output.error("the lock '" + name + "' was not released");
            return ExitCode.DECLINED;
        }
        Optional<Holder> released = shown.flatMap(holding -> means.forceRelease(name, holding));
        Optional<Holder> next = released.isPresent()
                ? Optional.empty()
                : ShowVerb.of(connection, name).holder();
        if (next.isPresent()) {
            Output.error("the lock '" + name + "' was not released: the holder has changed, and is now " + next.get());
            return ExitCode.DECLINED;
        }
        tell(arguments, name, released);
        return ExitCode.OK;
    }

    private static boolean agreed(String name, Holder holder) throws IOException {
        Output.raw(Output.printable("The lock '" + name + "' is held by " + holder + "; take it away? [y/N] "));
        StringBuilder answer = new StringBuilder();
        for (int read = System.in.read(); read >= 0 && read != '\n'; read = System.in.read()) {
            answer.append((char) read);
        }
        String word = answer.toString().strip().toLowerCase(Locale.ROOT);
        return word.equals("y") || word.equals("yes");
    }

    private static void tell(Arguments arguments, String name, Optional<Holder> holder) {
        if (arguments.has(Option.JSON)) {
            JsonObject json = new JsonObject();
            json.put("name", name);
            json.put("released", holder.isPresent());
            json.put("holder", holder.map(LockJson::of).orElse(null));
            Output.print(LockJson.one(json));
            return;
        }
        Output.print(Output.printable(holder.map(taken -> "Took the lock '" + name + "' away from " + taken + ".")
                .orElse("Nobody held the lock '" + name + "'.")));
    }
}
