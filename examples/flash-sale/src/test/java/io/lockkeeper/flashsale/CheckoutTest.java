package io.lockkeeper.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One order. */
class CheckoutTest {

    @TempDir
    Path folder;

    @Test
    void aRefusalWhileTheLockIsHeldIsAnOverlapWhichNoSceneTakesForRight() throws Exception {
        try (LockClient locks = LockClient.connect("memory:checkout");
                StockFile stock = StockFile.open(folder.resolve("vases"))) {
            stock.write(4, Long.MAX_VALUE);
            LockOptions fenced = LockOptions.defaults().withPurpose(Purpose.FENCED);
            Receipt receipt = new Checkout(stock, (seen, token) -> {}).withLock(3, locks.lock("vases"), fenced);
            assertThat(receipt).isInstanceOf(Receipt.Overlap.class);
            assertThat(Receipt.parse(receipt.toString())).contains(receipt);
            assertThat(Tally.parse(Tally.NONE.plus(receipt).toString()).overlaps())
                    .isOne();
        }
    }
}
