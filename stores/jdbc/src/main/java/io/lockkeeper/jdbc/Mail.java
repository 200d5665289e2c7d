package io.lockkeeper.jdbc;

import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What databases have in common that notify nobody: what clients must be told is put into a table, in the transaction
 * that changes a lock's row, and clients look there.
 */
abstract class Mail implements Dialect {

    @Override
    public boolean swap(Loan loan, Sql sql, LockRow row) throws SQLException {
        if (row.messages().isEmpty()) {
            return write(loan, sql, row);
        }
        Connection connection = loan.connection();
        connection.setAutoCommit(false);
        try {
            boolean written = write(loan, sql, row);
            if (written) {
                send(loan, sql, row.messages());
            }
            connection.commit();
            connection.setAutoCommit(true);
            return written;
        } catch (Throwable failure) {
            undo(connection, failure);
            throw failure;
        }
    }

    private static void undo(Connection connection, Throwable failure) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException broken) {
            failure.addSuppressed(broken);
        }
    }

    private boolean write(Loan loan, Sql sql, LockRow row) throws SQLException {
        try (PreparedStatement swap = loan.prepare(sql.text("swap"))) {
            Columns.write(swap, row, this);
            return swap.executeUpdate() == 1;
        }
    }

    private static void send(Loan loan, Sql sql, List<Message> messages) throws SQLException {
        try (PreparedStatement send = loan.prepare(sql.text("send"))) {
            for (Message message : messages) {
                send.setString(1, message.client());
                send.setString(2, message.text());
                send.addBatch();
            }
            send.executeBatch();
        }
    }

    @Override
    public RenewalOutcome renew(Loan loan, Sql sql, Collection<Renewal> due, BooleanSupplier isTimeUp)
            throws SQLException {
        return new MailRenewal(this, loan, sql, isTimeUp).of(due);
    }

    @Override
    public Post post(PostOffice office) {
        return new MailPost(office);
    }
}
