package io.lockkeeper.flashsale;

import java.io.PrintStream;
import java.util.Optional;

/**
 * What the command line says.
 *
 * @param store the store's URL; empty for the embedded default
 * @param options how big the sale is
 */
record Arguments(Optional<String> store, Options options) {

    static final String USAGE = """
            Usage: FlashSale [--store URL] [--processes N] [--threads N] [--orders N] [--seed N]
              --store      where the locks are kept, as in redis://localhost:6379 (a file store in a folder of its own)
              --processes  how many order services (3)
              --threads    how many orders each serves at a time (2)
              --orders     how many random orders (3000)
              --seed       the same seed makes the same orders (4)""";

    static Arguments parse(String... args) {
        Arguments parsed = new Arguments(Optional.empty(), Options.defaults());
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
            case "--store" -> new Arguments(Optional.of(value), options);
            case "--processes" -> new Arguments(store, options.withProcesses(number(name, value)));
            case "--threads" -> new Arguments(store, options.withThreads(number(name, value)));
            case "--orders" -> new Arguments(store, options.withOrders(number(name, value)));
            case "--seed" -> new Arguments(store, options.withSeed(number(name, value)));
            default -> throw new IllegalArgumentException("Unknown: " + name + ".");
        };
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(name + " takes a number, not '" + value + "'.", wrong);
        }
    }

    int run(PrintStream out) throws InterruptedException {
        return store.isPresent() ? FlashSale.run(store.get(), options, out) : FlashSale.run(options, out);
    }
}
