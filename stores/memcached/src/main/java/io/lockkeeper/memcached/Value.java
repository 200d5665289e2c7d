package io.lockkeeper.memcached;

/** What stands under a lock's key. */
sealed interface Value permits Item, Value.Unknown, Value.Foreign {

    /** What every value of Lockkeeper's begins with; the version of its format follows. */
    String MARK = "lockkeeper ";

    /** A lock's, but in another format than this release writes: of a later one, or damaged. The lock is held. */
    record Unknown() implements Value {}

    /** Nothing of Lockkeeper's. */
    record Foreign() implements Value {}

    static Value parse(String text) {
        if (!text.startsWith(MARK)) {
            return new Foreign();
        }
        Item item = Item.parse(text);
        return item == null ? new Unknown() : item;
    }
}
