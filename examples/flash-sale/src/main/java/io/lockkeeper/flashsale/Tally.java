package io.lockkeeper.flashsale;

/**
 * What became of many orders.
 *
 * @param orders how many were served, sold or not
 * @param items how many items were sold
 * @param refused how many writes the stock refused for their old token, after a lost lease
 * @param overlaps how many it refused to services that held the lock, or so the lock said
 */
record Tally(int orders, int items, int refused, int overlaps) {

    static final Tally NONE = new Tally(0, 0, 0, 0);

    Tally plus(Tally other) {
        return new Tally(
                orders + other.orders, items + other.items, refused + other.refused, overlaps + other.overlaps);
    }

    Tally plus(Receipt receipt) {
        int sold = receipt instanceof Receipt.Sold sale ? sale.items() : 0;
        int late = receipt instanceof Receipt.TooLate ? 1 : 0;
        int overlapping = receipt instanceof Receipt.Overlap ? 1 : 0;
        return plus(new Tally(1, sold, late, overlapping));
    }

    /** The tally as a line, which {@link #parse} reads. */
    @Override
    public String toString() {
        return "tally " + orders + " " + items + " " + refused + " " + overlaps;
    }

    static Tally parse(String line) {
        String[] words = line.split(" ", -1);
        return new Tally(number(words[1]), number(words[2]), number(words[3]), number(words[4]));
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }
}
