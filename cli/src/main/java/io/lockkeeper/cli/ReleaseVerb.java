package io.lockkeeper.cli;

import com.grack.nanojson.JsonObject;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.Holder;
import io.lockkeeper.LockStatus;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code release NAME --force}: takes a lock away from its holder. */
final class ReleaseVerb implements Verb {
    private static final Option FORCE =
            Option.flag("--force", "", "Required: the holder may be in the middle of what the lock protects.");
    private static final Option YES = Option.flag("--yes", "y", "Don't ask, on a terminal either.");

    @Override
    public Syntax syntax() {
        return new Syntax(
                "release",
                "NAME",
                "Takes a lock away from its holder; the next in line gets it.",
                List.of(FORCE, YES, Option.STORE, Option.JSON, Option.VERBOSE, Option.HELP),
                1,
                1,
                """
                The holder learns of it within one renewal interval (10 s, unless it chose another) and
                until then believes that it holds the lock. The exit code is 0, also if nobody held it,
                and 1 if the question was answered with no.

                With --json: {"name", "released", "holder"}.
                """);
    }

    @Override
    public int run(Arguments arguments) throws IOException {
        String name = arguments.operands().get(0);
        if (!arguments.has(FORCE)) {
            throw new UsageException("Only a holder releases its lock; to take the lock '" + name
                    + "' away from whoever holds it, say so: lockkeeper release NAME --force.");
        }
        try (Connection connection = Connection.open(arguments)) {
            ForceRelease means = connection.forceRelease();
            if (!arguments.has(YES) && Terminal.is(0) && Terminal.is(2)) {
                LockStatus seen = ShowVerb.of(connection, name);
                if (seen.holder().isPresent() && !agreed(name, seen.holder().get())) {
                    Output.error("left the lock '" + name + "' alone");
                    return ExitCode.DECLINED;
                }
            }
            tell(arguments, name, means.forceRelease(name));
        }
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
