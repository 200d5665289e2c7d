package io.lockkeeper.flashsale;

/**
 * What became of many orders.
 *
 * @param orders how many were served, sold or not
 * @param items how many items were sold
 * @param refused how many writes the stock refused for their old token
 */
record Tally(int orders, int items, int refused) {

    static final Tally NONE = new Tally(0, 0, 0);

    Tally plus(Tally other) {
        return new Tally(orders + other.orders, items + other.items, refused + other.refused);
    }

    Tally plus(Receipt receipt) {
        int sold = receipt instanceof Receipt.Sold sale ? sale.items() : 0;
        int late = receipt instanceof Receipt.TooLate ? 1 : 0;
        return plus(new Tally(1, sold, late));
    }

    /** The tally as a line, which {@link #parse} reads. */
    @Override
    public String toString() {
        return "tally " + orders + " " + items + " " + refused;
    }

    static Tally parse(String line) {
        String[] words = line.split(" ", -1);
        return new Tally(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
    }
}
