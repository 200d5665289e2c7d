package io.lockkeeper.idempotency.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Statements that are each a transaction of their own. */
final class OneStatement {

    private final DataSource source;
    private final Tables tables;

    OneStatement(DataSource source, Tables tables) {
        this.source = source;
        this.tables = tables;
    }

    /** What is done with a statement. */
    interface Work<A> {
        A with(PreparedStatement statement, Dialect dialect) throws SQLException;
    }

    Dialect dialect() {
        return tables.known().dialect();
    }

    <A> A run(String statement, Work<A> work) throws SQLException, InterruptedException {
        tables.find();
        Loan loan;
        try {
            loan = Loan.of(source);
        } catch (SQLException failure) {
            throw SqlFailures.unconnected(failure);
        }
        boolean committed = false;
        try {
            A answer = execute(loan, statement, work);
            loan.commit();
            committed = true;
            return answer;
        } finally {
            if (!committed) {
                loan.rollback();
            }
        }
    }

    private <A> A execute(Loan loan, String statement, Work<A> work) throws SQLException {
        Table table = tables.known();
        try (PreparedStatement prepared = loan.connection().prepareStatement(table.text(statement))) {
            return work.with(prepared, table.dialect());
        }
    }
}
