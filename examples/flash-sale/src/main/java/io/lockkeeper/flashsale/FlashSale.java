package io.lockkeeper.flashsale;

import io.lockkeeper.Guarantees;
import io.lockkeeper.StoreUnavailableException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A flash sale: real order-service processes sell one small stock, first without a lock, then with one, and what they
 * sold is counted.
 *
 * <p>The stock is a file, wherever the locks are, so that the sale needs no server of its own.
 */
public final class FlashSale {
    private FlashSale() {}

    /**
     * Runs the demonstration.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) throws InterruptedException {
        if (List.of(args).contains("--help")) {
            System.out.println(Arguments.USAGE);
            return;
        }
        try {
            System.exit(Arguments.parse(args).run(System.out));
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.err.println(Arguments.USAGE);
            System.exit(2);
        } catch (StoreUnavailableException unavailable) {
            System.err.println(unavailable.getMessage());
            System.exit(1);
        }
    }

    /**
     * Runs the demonstration on the embedded default, a file store in a folder of its own.
     *
     * @param options how big the sale is
     * @param out is told the story
     * @return 0 if all counts are as promised, else 1
     * @throws InterruptedException if the thread is interrupted; the sale has ended its processes then
     */
    public static int run(Options options, PrintStream out) throws InterruptedException {
        try (TemporaryFolder locks = TemporaryFolder.create("flash-sale-locks")) {
            return run("file:" + locks.path(), options, out);
        }
    }

    /**
     * Runs the demonstration.
     *
     * @param storeUrl where the locks are kept; any store that processes share
     * @param options how big the sale is
     * @param out is told the story
     * @return 0 if all counts are as promised, else 1
     * @throws InterruptedException if the thread is interrupted; the sale has ended its processes then
     * @throws IllegalArgumentException if the address is malformed, or the store's locks reach one process only
     * @throws StoreUnavailableException if the store can't be reached
     */
    public static int run(String storeUrl, Options options, PrintStream out) throws InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create("flash-sale")) {
            try (Services services = Services.start(options.processes(), storeUrl, folder.path())) {
                Opening opening = services.awaitOpen();
                if (opening.reach() == Guarantees.Reach.PROCESS) {
                    throw new IllegalArgumentException("The locks of this store (" + opening.store()
                            + ") reach one process only, and a sale has several: choose a file: or a network store.");
                }
                return play(new Sale(services, folder.path(), opening, out), options);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("The sale could not go on.", failed);
        }
    }

    private static int play(Sale sale, Options options) throws IOException, InterruptedException {
        sale.say(
                "A flash sale. Order services: processes %s. Locks: %s.",
                sale.services().pids(), sale.opening().store());

        sale.title("Four vases, one order for three and one for two at the same moment, NO LOCK");
        sale.tell("(Customers pay only when both services have looked: here the rare moment happens every time.)");
        boolean asPromised = new TwoBuyers(Safety.UNLOCKED).play(sale);

        sale.title("The same two orders, WITH THE LOCK");
        asPromised &= new TwoBuyers(Safety.LOCKED).play(sale);

        if (Pause.possible()) {
            sale.title("A service is stopped in the middle of an order, WITH THE LOCK");
            asPromised &= new PausedService().play(sale);
        }

        sale.title("%,d random orders in %d processes, NO LOCK", options.orders(), options.processes());
        asPromised &= new ManyBuyers(options, Safety.UNLOCKED).play(sale);

        sale.title("As many orders, WITH THE LOCK");
        asPromised &= new ManyBuyers(options, Safety.LOCKED).play(sale);

        sale.title(asPromised ? "All counts are as promised." : "NOT ALL COUNTS ARE AS PROMISED.");
        return asPromised ? 0 : 1;
    }
}
