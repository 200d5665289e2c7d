package io.lockkeeper.optimistic;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table that the tests write to.
 *
 * @param owner may be null in the table
 * @param balance in cents
 */
record Account(@Nullable String owner, long balance) {

    static final Columns<Account> COLUMNS = new Columns<>(
            List.of("owner", "balance"),
            row -> new Account(row.getString(1), row.getLong("balance")),
            account -> Arrays.asList(account.owner, account.balance));

    Account plus(long amount) {
        return new Account(owner, balance + amount);
    }
}
