package io.lockkeeper.flashsale;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;

/** What the scenes of one sale share: the services, the folder of stock files, and who is told the story. */
record Sale(Services services, Path folder, Opening opening, PrintStream out) {

    /** Puts items of an article into stock. */
    void supply(String article, int amount) throws IOException {
        try (StockFile stock = StockFile.open(folder.resolve(article))) {
            boolean unused = stock.write(amount, StockFile.NO_TOKEN);
        }
    }

    /** Compares what was sold of an article with what is left of it. */
    Count count(String article, int stock, Tally tally) throws IOException {
        try (StockFile file = StockFile.open(folder.resolve(article))) {
            return new Count(stock, tally.items(), file.read(StockFile.NO_TOKEN).amount());
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
