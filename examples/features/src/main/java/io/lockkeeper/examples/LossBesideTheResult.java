package io.lockkeeper.examples;

import io.lockkeeper.Completed;
import io.lockkeeper.LockClient;

/** A task that completes although its lock was lost: the loss is returned beside the result, so that it is not repeated. */
public final class LossBesideTheResult {
    private LossBesideTheResult() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient locks = LockClient.connect("memory:loss-beside-the-result");
                LockClient operator = LockClient.connect("memory:loss-beside-the-result")) {
            Completed<String> sale = locks.lock("orders:42").call(lease -> {
                lease.ensureHeld(); // Before an action that cannot be undone.
                operator.forceRelease().orElseThrow().forceRelease("orders:42");
                return "receipt 4711";
            });
            System.out.println("Committed: " + sale.value());
            System.out.println("Lost before the end: "
                    + sale.loss().map(loss -> loss.reason().sentence()).orElse("no"));
        }
    }
}
