package io.lockkeeper.flashsale;

import io.lockkeeper.LockEvent;
import io.lockkeeper.StoreUnavailableException;
import java.nio.file.Path;

/**
 * One process of the shop's order service, as the sale starts several of: it takes orders on its standard input and
 * reports on its standard output.
 *
 * <p>First come two lines, the store's URL (which may hold a password, so it is no argument) and the shop's folder; it
 * answers with an {@link Opening}. Then any number of
 *
 * <ul>
 *   <li>{@code order ARTICLE ITEMS SAFETY PATIENCE}: one order, step by step. It answers {@code waits HOLDER} if the
 *       lock is taken, {@code read AMOUNT TOKEN} once it has looked into the stock; then it waits for the line
 *       {@code pay}, writes, and answers with a {@link Receipt}. A {@code pay} that comes early is kept, one that an
 *       order did not need is dropped.
 *   <li>{@code rush ARTICLE ORDERS THREADS SEED SAFETY}: many random orders. It answers with a {@link Tally}.
 * </ul>
 */
public final class OrderService {
    private static volatile boolean stepByStep;

    private OrderService() {}

    /** Serves until the input ends. */
    public static void main(String[] args) throws Exception {
        Instructions instructions = Instructions.from(System.in);
        String storeUrl = instructions.next();
        Path folder = Path.of(instructions.next());
        Shop shop = open(storeUrl, folder);
        Runtime.getRuntime().addShutdownHook(new Thread(shop::close, "closing time"));
        System.out.println(Opening.of(shop.locks()));
        while (true) {
            String[] words = instructions.next().split(" ", -1);
            stepByStep = words[0].equals("order");
            switch (words[0]) {
                case "order" -> System.out.println(SingleOrder.parse(words).serve(shop, instructions));
                case "rush" -> System.out.println(Rush.parse(words).serve(shop));
                case SingleOrder.PAY -> {} // The order that it was for ended without a payment.
                default -> throw new IllegalArgumentException("unknown instruction: " + String.join(" ", words));
            }
        }
    }

    private static Shop open(String storeUrl, Path folder) {
        try {
            return Shop.open(storeUrl, folder, OrderService::sayWhoIsWaitedFor);
        } catch (IllegalArgumentException misnamed) {
            System.out.println(Opening.MISNAMED + " " + misnamed.getMessage());
            throw misnamed;
        } catch (StoreUnavailableException unreachable) {
            System.out.println(Opening.UNREACHABLE + " " + unreachable.getMessage());
            throw unreachable;
        }
    }

    private static void sayWhoIsWaitedFor(LockEvent event) {
        if (stepByStep && event instanceof LockEvent.Waited waited) {
            System.out.println("waits " + waited.holder().map(Object::toString).orElse("somebody"));
        }
    }
}
