/** Optimistic locks: updates that are refused if somebody else was first. */
module io.lockkeeper.optimistic {
    requires transitive java.sql;
    requires static transitive org.jspecify;

    exports io.lockkeeper.optimistic;
}
