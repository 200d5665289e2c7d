package io.lockkeeper.flashsale;

import io.lockkeeper.Guarantees;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;

/** What the scenes of one sale share: the services, the folder of stock files, and who is told the story. */
record Sale(Services services, Path folder, Guarantees store, PrintStream out) {

    /** Puts items of an article into stock. */
    void supply(String article, int amount) throws IOException {
        try (StockFile stock = StockFile.open(folder.resolve(article))) {
            boolean unused = stock.write(amount, StockFile.NO_TOKEN);
        }
    }

    /** How many items of an article are left. */
    int left(String article) throws IOException {
        try (StockFile stock = StockFile.open(folder.resolve(article))) {
            return stock.read().amount();
        }
    }

    void title(String text, Object... values) {
        out.println();
        say(text, values);
    }

    void tell(String text, Object... values) {
        say("   " + text, values);
    }

    void say(String text, Object... values) {
        out.println(String.format(Locale.ROOT, text, values));
    }
}
