package io.lockkeeper.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that stands in for a database's row. */
class StockFileTest {

    @TempDir
    Path folder;

    @Test
    void refusesAnOlderToken() throws Exception {
        try (StockFile stock = StockFile.open(folder.resolve("vases"))) {
            assertThat(stock.write(4, 17)).isTrue();
            assertThat(stock.write(3, 18)).isTrue();
            assertThat(stock.write(1, 17)).isFalse();
            assertThat(stock.read(StockFile.NO_TOKEN)).isEqualTo(new StockFile.Content(3, 18));
        }
    }

    @Test
    void refusesTheOlderTokenOnceTheNextHolderHasRead() throws Exception {
        try (StockFile stock = StockFile.open(folder.resolve("vases"))) {
            assertThat(stock.write(4, 17)).isTrue();
            assertThat(stock.read(18)).isEqualTo(new StockFile.Content(4, 18));
            assertThat(stock.write(1, 17)).isFalse();
            assertThat(stock.write(2, 18)).isTrue();
        }
    }

    @Test
    void takesManyWritesOfOneHolder() throws Exception {
        try (StockFile stock = StockFile.open(folder.resolve("vases"))) {
            assertThat(stock.write(1000, 17)).isTrue();
            assertThat(stock.write(4, 17)).isTrue();
            assertThat(stock.read(StockFile.NO_TOKEN)).isEqualTo(new StockFile.Content(4, 17));
        }
    }

    @Test
    void isEmptyAtFirst() throws Exception {
        try (StockFile stock = StockFile.open(folder.resolve("vases"))) {
            assertThat(stock.read(StockFile.NO_TOKEN)).isEqualTo(new StockFile.Content(0, StockFile.NO_TOKEN));
        }
    }
}
