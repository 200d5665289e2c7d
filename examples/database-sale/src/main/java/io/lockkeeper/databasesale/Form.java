package io.lockkeeper.databasesale;

/** The ways to sell. */
enum Form {
    NO_LOCK("read, then write"),
    TABLE_LOCK("a lock, checked before the commit"),
    ROW_LOCK("a lock bound to the transaction"),
    VERSION("a versioned update"),
    CONDITION("a conditional update");

    private final String story;

    Form(String story) {
        this.story = story;
    }

    /** Whether it promises to sell nothing twice. */
    boolean isSafe() {
        return this != NO_LOCK;
    }

    Till open(Stock stock) {
        return switch (this) {
            case NO_LOCK -> new WithoutLock(stock);
            case TABLE_LOCK -> new WithTableLock(stock);
            case ROW_LOCK -> new WithRowLock(stock);
            case VERSION -> new WithVersion(stock);
            case CONDITION -> new WithCondition(stock);
        };
    }

    @Override
    public String toString() {
        return story;
    }
}
