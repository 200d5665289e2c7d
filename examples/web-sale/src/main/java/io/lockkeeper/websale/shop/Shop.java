package io.lockkeeper.websale.shop;

import io.lockkeeper.websale.shop.Answer.Outcome;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** The shop's tables, as an order service uses them. Safe for use by many threads. */
final class Shop {

    /** The token of orders that hold no lock. */
    static final long NO_TOKEN = 0;

    private final JdbcClient sql;
    private final TransactionOperations transactions;
    private final String service;

    Shop(JdbcClient sql, TransactionOperations transactions, String service) {
        this.sql = sql;
        this.transactions = transactions;
        this.service = service;
    }

    int left() {
        return sql.sql("select stock from article").query(Integer.class).single();
    }

    /** Writes an accepted order and what is left; refuses both if a holder with a greater token has written before. */
    Answer accept(int quantity, int left, long token) {
        return transactions.execute(transaction -> {
            boolean written = token == NO_TOKEN ? write(left) : write(left, token);
            return written
                    ? record(Outcome.ACCEPTED, quantity, left, token)
                    : record(Outcome.TOO_LATE, quantity, left(), token);
        });
    }

    private boolean write(int left) {
        return sql.sql("update article set stock = ?").param(left).update() == 1;
    }

    private boolean write(int left, long token) {
        return sql.sql("update article set stock = ?, token = ? where token <= ?")
                        .params(left, token, token)
                        .update()
                == 1;
    }

    /** Writes an order that was not accepted. */
    Answer refuse(Outcome outcome, int quantity, int left, long token) {
        return record(outcome, quantity, left, token);
    }

    private Answer record(Outcome outcome, int quantity, int left, long token) {
        int unused = sql.sql("insert into orders (service, quantity, outcome, remaining, token) values (?, ?, ?, ?, ?)")
                .params(service, quantity, outcome.name(), left, token)
                .update();
        return new Answer(outcome, left);
    }
}
