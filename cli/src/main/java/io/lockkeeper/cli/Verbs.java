package io.lockkeeper.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All verbs that users are told of. A verb's class is loaded when the verb is asked for. */
final class Verbs {
    static final List<String> NAMES = List.of(
            "run",
            "elect",
            "hold",
            "list",
            "show",
            "release",
            "watch",
            "key",
            "ddl",
            "demo",
            "completion",
            "version",
            "help");

    private Verbs() {}

    static @Nullable Verb named(String name) {
        return switch (name) {
            case "run" -> new RunVerb();
            case "elect" -> new ElectVerb();
            case "hold" -> new HoldVerb();
            case "list" -> new ListVerb();
            case "show" -> new ShowVerb();
            case "release" -> new ReleaseVerb();
            case "watch" -> new WatchVerb();
            case "key" -> new KeyVerb();
            case "ddl" -> new DdlVerb();
            case "demo" -> new DemoVerb();
            case "completion" -> new CompletionVerb();
            case "version" -> new VersionVerb();
            case "help" -> new HelpVerb();
            case "train" -> new TrainVerb();
            default -> null;
        };
    }

    static List<Syntax> syntaxes() {
        List<Syntax> syntaxes = new ArrayList<>();
        for (String name : NAMES) {
            syntaxes.add(Objects.requireNonNull(named(name)).syntax());
        }
        return syntaxes;
    }
}
