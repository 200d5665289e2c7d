package io.lockkeeper.idempotency.messaging;

import java.util.concurrent.CountDownLatch;

/** A consumer in a process of its own, which stops behind a step: for good, or until a line comes from its standard input. */
final class ConsumerProcess {

    private static final String PAUSE = "PAUSE_";

    private ConsumerProcess() {}

    /** Arguments: the kind and URL of the broker, the URL of the database, the queue or topic, the step. */
    public static void main(String[] args) throws Exception {
        BrokerSide broker = BrokerSide.Kind.valueOf(args[0]).at(args[1]);
        Steps steps = args[4].startsWith(PAUSE)
                ? Steps.pausingBehind(Step.valueOf(args[4].substring(PAUSE.length())))
                : Steps.endingBehind(Step.valueOf(args[4]));
        Consumption consumption = Consumption.open(Ledger.at(args[2]), args[3], "the process", steps, event -> {});
        broker.consume(args[3], consumption);
        new CountDownLatch(1).await();
    }
}
