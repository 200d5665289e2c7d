package io.lockkeeper.examples;

import io.lockkeeper.Completed;
import io.lockkeeper.LockClient;

/** Work that is done although its lock was lost meanwhile: the loss comes beside the result, so nobody does it twice. */
public final class LossBesideTheResult {
    private LossBesideTheResult() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        try (LockClient locks = LockClient.connect("memory:loss-beside-the-result");
                LockClient operator = LockClient.connect("memory:loss-beside-the-result")) {
            Completed<String> sale = locks.lock("orders:42").call(lease -> {
                lease.ensureHeld(); // Before what can't be undone.
                operator.forceRelease().orElseThrow().forceRelease("orders:42");
                return "receipt 4711";
            });
            System.out.println("Committed: " + sale.value());
            System.out.println("Lost before the end: "
                    + sale.loss().map(loss -> loss.reason().sentence()).orElse("no"));
        }
    }
}
