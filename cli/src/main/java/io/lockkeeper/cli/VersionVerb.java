package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.grack.nanojson.JsonObject;
import io.lockkeeper.store.StoreProvider;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** {@code version}: of lockkeeper and of Java, and the available stores. */
final class VersionVerb implements Verb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "version",
                "",
                "Prints the versions of lockkeeper and of Java, and the available stores.",
                List.of(Option.JSON, Option.HELP),
                0,
                0,
                "With --json: {\"version\", \"java\", \"vm\", \"stores\"}.\n");
    }

    @Override
    public int run(Arguments arguments) throws IOException {
        TreeSet<String> schemes = new TreeSet<>();
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            schemes.addAll(provider.schemes());
        }
        String java = System.getProperty("java.version", "");
        String vm = System.getProperty("java.vendor", "") + " " + System.getProperty("java.vm.name", "");
        if (arguments.has(Option.JSON)) {
            JsonObject json = new JsonObject();
            json.put("version", version());
            json.put("java", java);
            json.put("vm", vm);
            json.put("stores", List.copyOf(schemes));
            Output.print(LockJson.one(json));
        } else {
            List<String> addresses = new ArrayList<>();
            schemes.forEach(scheme -> addresses.add(scheme + ":"));
            Output.print("lockkeeper " + version() + "\nJava " + java + " (" + vm + ")\nstores "
                    + String.join(" ", addresses));
        }
        return ExitCode.OK;
    }

    static String version() throws IOException {
        try (InputStream text = VersionVerb.class.getResourceAsStream("version.txt")) {
            return text == null ? "unknown" : new String(text.readAllBytes(), UTF_8).strip();
        }
    }
}
