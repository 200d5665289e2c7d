package io.lockkeeper.websale;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the command line says.
 *
 * @param store the address of the lock store; empty for files in a folder of its own
 * @param article what is for sale
 * @param stock how many items are for sale
 * @param paymentMillis how long a buyer's payment takes, in milliseconds
 * @param pagePort the port of the page; 0 for a free one
 * @param servicePorts the ports of the services; 0 for free ones
 */
record Arguments(
        Optional<String> store,
        String article,
        int stock,
        long paymentMillis,
        int pagePort,
        List<Integer> servicePorts) {

    static final String USAGE = """
            Usage: WebSale [--store URL] [--article NAME] [--stock N] [--payment MS] [--port N] [--service-ports N,N]
              --store          where the locks are kept (files in a folder of its own):
                               redis://HOST:PORT, jdbc:postgresql://HOST/DATABASE?user=..., zk://HOST:PORT
              --article        what is for sale (Blue vase)
              --stock          how many items are for sale, 1 to 10000 (300)
              --payment        how long a payment takes, 0 to 1000 ms (20)
              --port           the port of the page (a free one)
              --service-ports  the ports of the two order services (free ones)""";

    private static final Map<String, String> ADDRESSES = Map.of(
            "redis", "redis://localhost:6379",
            "postgresql", "jdbc:postgresql://localhost/shop?user=shop",
            "zookeeper", "zk://localhost:2181");

    static final Arguments DEFAULTS = new Arguments(Optional.empty(), "Blue vase", 300, 20, 0, List.of(0, 0));

    /** Checks the bounds. */
    Arguments {
        check("--stock", stock, 1, 10_000);
        check("--payment", paymentMillis, 0, 1000);
        check("--port", pagePort, 0, 65_535);
        servicePorts.forEach(port -> check("--service-ports", port, 0, 65_535));
        if (servicePorts.size() != 2) {
            throw new IllegalArgumentException("--service-ports takes two ports, as in 8081,8082.");
        }
        servicePorts = List.copyOf(servicePorts);
    }

    static Arguments parse(String... args) {
        Arguments parsed = DEFAULTS;
        for (int at = 0; at < args.length; at += 2) {
            if (at + 1 == args.length) {
                throw new IllegalArgumentException("No value follows " + args[at] + ".");
            }
            parsed = parsed.with(args[at], args[at + 1]);
        }
        return parsed;
    }

    private Arguments with(String name, String value) {
        return switch (name) {
            case "--store" -> withStore(address(value));
            case "--article" -> new Arguments(store, value, stock, paymentMillis, pagePort, servicePorts);
            case "--stock" -> withStock(number(name, value));
            case "--payment" -> new Arguments(store, article, stock, number(name, value), pagePort, servicePorts);
            case "--port" -> new Arguments(store, article, stock, paymentMillis, number(name, value), servicePorts);
            case "--service-ports" ->
                new Arguments(store, article, stock, paymentMillis, pagePort, numbers(name, value));
            default -> throw new IllegalArgumentException("Unknown: " + name + ".");
        };
    }

    Arguments withStore(String address) {
        return new Arguments(Optional.of(address), article, stock, paymentMillis, pagePort, servicePorts);
    }

    Arguments withStock(int items) {
        return new Arguments(store, article, items, paymentMillis, pagePort, servicePorts);
    }

    /** The example starts no server: without an address there is none to connect to. */
    private static String address(String value) {
        if (value.contains(":")) {
            return value;
        }
        String example = Optional.ofNullable(ADDRESSES.get(value)).orElse("redis://localhost:6379");
        throw new IllegalArgumentException(
                "--store takes the address of a running server, as in %s, not '%s'.".formatted(example, value));
    }

    private static List<Integer> numbers(String name, String value) {
        return List.of(value.split(",", -1)).stream()
                .map(each -> number(name, each))
                .toList();
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(name + " takes a number, not '" + value + "'.", wrong);
        }
    }

    private static void check(String name, long number, long least, long most) {
        if (number < least || number > most) {
            throw new IllegalArgumentException("%s takes %d to %d, not %d.".formatted(name, least, most, number));
        }
    }
}
