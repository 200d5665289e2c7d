package io.lockkeeper.idempotency.messaging;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** A relay in a process of its own, which stops for good once the broker has confirmed a message. */
final class RelayProcess {

    private RelayProcess() {}

    /** Arguments: the kind and URL of the broker, the URL of the database. */
    public static void main(String[] args) throws Exception {
        OutboxSender sender = BrokerSide.Kind.valueOf(args[0]).at(args[1]).sender();
        OutboxRelay relay = OutboxRelay.open(
                Ledger.at(args[2]).source(), message -> stopBehind(sender.send(message)), OutboxSettings.defaults());
        relay.start();
        new CountDownLatch(1).await();
    }

    private static CompletableFuture<Void> stopBehind(CompletableFuture<Void> confirmation) {
        confirmation.join();
        System.out.println("sent");
        while (true) {
            LockSupport.park();
        }
    }
}
