package io.lockkeeper.flashsale;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What came of an order. */
sealed interface Receipt {

    /** The words that a receipt's line begins with, and some others. */
    static List<String> wordsAnd(String... others) {
        Stream<String> own = Stream.of("sold", "soldout", "toolate", "overlap", "leaseover", "gaveup");
        return Stream.concat(own, Stream.of(others)).toList();
    }

    /** A sentence for people; {@code toString} is the line that {@link #parse} reads. */
    String inWords();

    /** The items were there and are paid for. */
    record Sold(int items) implements Receipt {
        @Override
        public String toString() {
            return "sold " + items;
        }

        @Override
        public String inWords() {
            return "sold " + items + " items.";
        }
    }

    /** Not enough was left. */
    record SoldOut(int left) implements Receipt {
        @Override
        public String toString() {
            return "soldout " + left;
        }

        @Override
        public String inWords() {
            return "sorry, sold out; only " + left + " left.";
        }
    }

    /** The lease is lost, as the service knows, and the stock has seen the next holder's token. The payment is returned. */
    record TooLate(long token, long newest) implements Receipt {
        @Override
        public String toString() {
            return "toolate " + token + " " + newest;
        }

        @Override
        public String inWords() {
            return "the stock refuses the order: its token " + token + " is older than " + newest
                    + ". The money goes back.";
        }
    }

    /** The stock has seen a newer token, but the lease counts as held: the lock let two in. The payment is returned. */
    record Overlap(long token, long newest) implements Receipt {
        @Override
        public String toString() {
            return "overlap " + token + " " + newest;
        }

        @Override
        public String inWords() {
            return "the stock refuses the order: its token " + token + " is older than " + newest
                    + ", though the service still holds the lock. The money goes back.";
        }
    }

    /** The lease had ended by the time of the write, which was not made. The payment is returned. */
    record LeaseOver() implements Receipt {
        @Override
        public String toString() {
            return "leaseover";
        }

        @Override
        public String inWords() {
            return "its lease is over, so it writes nothing. The money goes back.";
        }
    }

    /** The lock could not be had in the time that the buyer was ready to wait. */
    record GaveUp(String holder) implements Receipt {
        @Override
        public String toString() {
            return "gaveup " + holder;
        }

        @Override
        public String inWords() {
            return "the customer gave up waiting; the lock is held by " + holder + ".";
        }
    }

    /** Reads what {@code toString} wrote; empty if the line is no receipt. */
    static Optional<Receipt> parse(String line) {
        String[] words = line.split(" ", 2);
        String rest = words.length < 2 ? "" : words[1];
        return Optional.ofNullable(
                switch (words[0]) {
                    case "sold" -> new Sold(Integer.parseInt(rest));
                    case "soldout" -> new SoldOut(Integer.parseInt(rest));
                    case "toolate" -> new TooLate(token(rest, 0), token(rest, 1));
                    case "overlap" -> new Overlap(token(rest, 0), token(rest, 1));
                    case "leaseover" -> new LeaseOver();
                    case "gaveup" -> new GaveUp(rest);
                    default -> null;
                });
    }

    private static long token(String tokens, int which) {
        return Long.parseLong(tokens.split(" ", 2)[which]);
    }
}
