package io.lockkeeper.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One order. */
class CheckoutTest {

    private static final LockOptions FENCED = LockOptions.defaults().withPurpose(Purpose.FENCED);

    @TempDir
    Path folder;

    @Test
    void aRefusalAfterALostLeaseIsTooLate() throws Exception {
        try (LockClient ann = LockClient.connect("memory:checkout");
                LockClient bob = LockClient.connect("memory:checkout");
                StockFile stock = StockFile.open(folder.resolve("vases"))) {
            stock.write(4, StockFile.NO_TOKEN);
            Checkout next = new Checkout(stock, (seen, token) -> {});
            Checkout slow = new Checkout(stock, (seen, token) -> sellTheRest(next, bob));
            Receipt receipt = slow.withLock(3, ann.lock("vases"), FENCED.withFixedLease(Duration.ofMillis(50)));
            assertThat(receipt).isInstanceOf(Receipt.TooLate.class);
            assertThat(counted(receipt)).isEqualTo(new Tally(1, 0, 1, 0));
        }
    }

    private static void sellTheRest(Checkout next, LockClient locks) throws InterruptedException {
        try {
            assertThat(next.withLock(4, locks.lock("vases"), FENCED)).isEqualTo(new Receipt.Sold(4));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void aRefusalWhileTheLockIsHeldIsAnOverlap() throws Exception {
        try (LockClient locks = LockClient.connect("memory:checkout");
                StockFile stock = StockFile.open(folder.resolve("vases"))) {
            stock.write(4, Long.MAX_VALUE);
            Receipt receipt = new Checkout(stock, (seen, token) -> {}).withLock(3, locks.lock("vases"), FENCED);
            assertThat(receipt).isInstanceOf(Receipt.Overlap.class);
            assertThat(counted(receipt)).isEqualTo(new Tally(1, 0, 0, 1));
        }
    }

    /** As the sale counts it: both are sent as lines. */
    private static Tally counted(Receipt receipt) {
        Receipt sent = Receipt.parse(receipt.toString()).orElseThrow();
        return Tally.parse(Tally.NONE.plus(sent).toString());
    }
}
