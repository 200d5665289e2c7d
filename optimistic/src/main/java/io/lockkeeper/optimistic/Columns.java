package io.lockkeeper.optimistic;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/**
 * How a value lies in the columns of a row. Immutable; as thread-safe as its functions.
 *
 * @param names the columns, without the key's and the version's: letters, digits and underscores
 * @param reader makes the value of a row that has these columns at 1, 2 …, by those names
 * @param writer gives the columns' values in the same order, each of a type that {@code PreparedStatement.setObject}
 *     takes, or null
 * @param <T> the value's type
 */
public record Columns<T>(List<String> names, Reader<T> reader, Function<? super T, ? extends List<?>> writer) {

    /** Checks the names. */
    public Columns {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("A value needs a column at least.");
        }
        names.forEach(Identifier::column);
    }

    /**
     * A value that is a single column.
     *
     * @param name the column, which must not be null in any row
     * @param type a type that {@code ResultSet.getObject} can make of it
     * @return the columns
     * @param <T> the value's type
     */
    public static <T> Columns<T> one(String name, Class<T> type) {
        return new Columns<>(
                List.of(name),
                row -> {
                    T value = row.getObject(1, type);
                    if (value == null) {
                        throw new IllegalStateException("The column '" + name + "' is NULL. Declare it NOT NULL.");
                    }
                    return value;
                },
                List::of);
    }

    /** The values to write, as many as there are columns. */
    List<?> values(T value) {
        List<?> values = writer.apply(value);
        if (values.size() != names.size()) {
            throw new IllegalStateException(
                    "There are " + values.size() + " values for the " + names.size() + " columns " + names + ".");
        }
        return values;
    }

    /**
     * Makes a value of a row.
     *
     * @param <T> the value's type
     */
    @FunctionalInterface
    public interface Reader<T> {

        /**
         * Reads the row where the cursor is.
         *
         * @param row must not be moved
         * @return the value
         * @throws SQLException if the driver cannot read a column
         */
        T read(ResultSet row) throws SQLException;
    }
}
