package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What says that somebody else was first, and what does not. */
class ConflictsTest {

    @Test
    void serializationFailuresAndDeadlocksAre() {
        assertThat(Conflicts.inSql()).accepts(new SQLException("", "40001"), new SQLException("", "40P01"));
        assertThat(Conflicts.inSql()).accepts(new SQLException("", "HY000", 1020));
    }

    @Test
    void otherFailuresAreNot() {
        assertThat(Conflicts.inSql())
                .rejects(
                        new SQLException("", "40003"), // Nobody knows whether the statement was completed.
                        new SQLException("", "08006"),
                        new SQLException("", "23505"),
                        new SQLException("", "HY000", 1205),
                        new SQLException(""),
                        new IllegalStateException("40001"));
    }

    @Test
    void causesCountToo() {
        SQLException failure = new SQLException("", "40001");
        assertThat(Conflicts.inSql()).accepts(new IllegalStateException(new RuntimeException(failure)));
        assertThat(Conflicts.ofType(SQLException.class)).accepts(new IllegalStateException(failure));
    }

    @Test
    void subclassesCountTooAndTypesCanBeJoined() {
        assertThat(Conflicts.ofType(IllegalArgumentException.class))
                .accepts(new NumberFormatException())
                .rejects(new IllegalStateException());
        assertThat(Conflicts.ofType(IllegalArgumentException.class).or(Conflicts.inSql()))
                .accepts(new NumberFormatException(), new SQLException("", "40001"));
    }

    @Test
    void causesThatGoInACircleComeToAnEnd() {
        Exception one = new Exception("one");
        Exception two = new Exception("two", one);
        one.initCause(two);
        assertThat(Conflicts.inSql()).rejects(one);
    }
}
