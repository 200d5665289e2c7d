package io.lockkeeper.jdbc;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tests on a database of some kind: the class has one of each, which all its tests share. */
abstract class DatabaseOfKind {

    static final Duration PATIENCE = OneDatabase.PATIENCE;

    private static final Map<String, TestDatabase> MADE = new ConcurrentHashMap<>();

    private final Kind kind;

    DatabaseOfKind(Kind kind) {
        this.kind = kind;
    }

    TestDatabase database() {
        return MADE.computeIfAbsent(getClass().getName() + kind, first -> kind.make());
    }

    /** Another database of the same kind. */
    TestDatabase another() {
        return kind.make();
    }
}
