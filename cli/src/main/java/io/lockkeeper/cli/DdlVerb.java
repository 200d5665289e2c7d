package io.lockkeeper.cli;

import io.lockkeeper.jdbc.JdbcSettings;
import io.lockkeeper.jdbc.TableScript;
import java.util.List;

/** {@code ddl DATABASE}: prints the statements that make the tables of locks in a database. */
final class DdlVerb implements Verb {
    private static final Option SCHEMA =
            Option.with("--schema", "NAME", "The schema of the tables. Default: the connection's own.");
    private static final Option PREFIX =
            Option.with("--table-prefix", "TEXT", "What the tables' names begin with. Default: lockkeeper_.");

    @Override
    public Syntax syntax() {
        return new Syntax(
                "ddl",
                String.join("|", TableScript.databases()),
                "Prints the statements that make the tables of locks in a database.",
                List.of(SCHEMA, PREFIX, Option.HELP),
                1,
                1,
                """
                For Flyway, Liquibase, or whoever may change the schema. Add lockkeeper.create-tables=no to the
                store's address, and its user needs SELECT, INSERT, UPDATE and DELETE on these tables only.
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
