package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.StoreUnavailableException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** Statements of the leased mode, each a transaction of its own. One that the database undid is sent again. */
final class LeaseStatements {

    private static final int ROUNDS = 8;

    private final DataSource source;
    private final Tables tables;
    private final LeasePatience patience;

    LeaseStatements(DataSource source, Tables tables, LeasePatience patience) {
        this.source = source;
        this.tables = tables;
        this.patience = patience;
    }

    /** What is done in a session. */
    interface Work<A> {
        A in(LeaseSession session) throws SQLException;
    }

    /** Sets the parameters of a change, and returns the index behind them. */
    interface Parameters {
        int set(PreparedStatement statement, LeaseSession session) throws SQLException;
    }

    /** Changes one row; false if there is none that the statement means. */
    boolean change(Turn turn, String statement, Parameters parameters) {
        return run(turn, session -> {
            try (PreparedStatement change = session.write(statement)) {
                int next = parameters.set(change, session);
                session.leases().setPatience(change, next, session.patience());
                return change.executeUpdate() != 0;
            }
        });
    }

    <A> A run(Turn turn, Work<A> work) {
        find();
        LeaseLoan loan;
        try {
            loan = LeaseLoan.of(source, patience);
        } catch (SQLException failure) {
            throw LeaseFailures.unconnected(failure);
        }
        try (loan) {
            loan.bound(leases().begin(loan.connection(), patience));
            return run(loan, turn, work);
        } catch (SQLException failure) {
            loan.discard();
            throw LeaseFailures.unconnected(failure);
        }
    }

    private LeaseDialect leases() {
        return LeaseDialect.of(tables.known().dialect());
    }

    private <A> A run(LeaseLoan loan, Turn turn, Work<A> work) {
        LeaseDialect leases = leases();
        LeaseSession session = new LeaseSession(loan.connection(), tables.known(), leases, patience, turn);
        for (int round = 1; ; round++) {
            try {
                return work.in(session);
            } catch (SQLException failure) {
                if (LeaseFailures.isLost(failure)) {
                    loan.discard();
                } else if (leases.isLocked(failure)) {
                    throw LeaseFailures.locked(failure);
                } else if (round < ROUNDS && tables.known().dialect().isUndone(failure)) {
                    pause(round);
                    continue;
                }
                throw LeaseFailures.sent(failure);
            }
        }
    }

    /** Those that undo each other do not meet again. */
    private static void pause(int round) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(1L << round)));
    }

    private void find() {
        try {
            tables.find();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException(
                    "Interrupted while waiting for the database of idempotency", false, interrupt);
        }
    }
}
