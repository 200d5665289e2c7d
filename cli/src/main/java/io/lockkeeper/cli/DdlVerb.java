package io.lockkeeper.cli;

import io.lockkeeper.jdbc.JdbcSettings;
import io.lockkeeper.jdbc.TableScript;
import java.util.List;

/** {@code ddl DATABASE}: prints the statements that create the lock tables of a database. */
final class DdlVerb implements Verb {
    private static final Option SCHEMA =
            Option.with("--schema", "", "NAME", "The schema of the tables. Default: the schema of the connection.");
    private static final Option PREFIX =
            Option.with("--table-prefix", "", "TEXT", "The prefix of the tables' names. Default: lockkeeper_.");

    @Override
    public Syntax syntax() {
        return new Syntax(
                "ddl",
                String.join("|", TableScript.databases()),
                "Prints the statements that create the lock tables of a database.",
                List.of(SCHEMA, PREFIX, Option.HELP),
                1,
                1,
                """
                For Flyway, Liquibase, or a database administrator. With lockkeeper.create-tables=no in the
                store's address, the store's user needs only SELECT, INSERT, UPDATE and DELETE on these tables.
                """);
    }

    @Override
    public int run(Arguments arguments) {
        try {
            JdbcSettings settings = JdbcSettings.defaults();
            String schema = arguments.value(SCHEMA);
            settings = schema == null ? settings : settings.withSchema(schema);
            String prefix = arguments.value(PREFIX);
            settings = prefix == null ? settings : settings.withTablePrefix(prefix);
            Output.print(TableScript.of(arguments.operands().get(0), settings).strip());
            return ExitCode.OK;
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()));
        }
    }
}
