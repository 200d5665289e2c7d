package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A renewal where an UPDATE says only how many rows it changed. That number decides, and nothing else: a SELECT may be answered by a
 * replica. Where some leases are lost or locked, halves are renewed, until each is renewed, or a single one. Used once.
 */
final class CountedRenewal {

    /** From a thousand keys on, MariaDB may scan the table instead, and meet rows that others have locked. */
    private static final int MOST_AT_ONCE = 500;

    private final LeaseSession session;
    private final List<Ownership> lost = new ArrayList<>();
    private final List<LeaseRenewal> locked = new ArrayList<>();

    CountedRenewal(LeaseSession session) {
        this.session = session;
    }

    /** Renews leases, and returns those that are lost. */
    List<Ownership> of(List<LeaseRenewal> due) throws SQLException {
        for (int first = 0; first < due.size(); first += MOST_AT_ONCE) {
            renew(due.subList(first, Math.min(first + MOST_AT_ONCE, due.size())));
        }
        LockedPauses pauses = new LockedPauses();
        while (!locked.isEmpty()) {
            pauses.pause();
            List<LeaseRenewal> again = List.copyOf(locked);
            locked.clear();
            for (LeaseRenewal renewal : again) {
                renewOne(renewal);
            }
        }
        return lost;
    }

    private void renew(List<LeaseRenewal> due) throws SQLException {
        if (due.size() == 1) {
            renewOne(due.get(0));
        } else if (!areRenewed(due)) {
            renew(due.subList(0, due.size() / 2));
            renew(due.subList(due.size() / 2, due.size()));
        }
    }

    private boolean areRenewed(List<LeaseRenewal> due) throws SQLException {
        String each = session.table().text("lease_due");
        String text = session.table()
                .text("lease_renew")
                .replace("${due}", String.join(" UNION ALL ", Collections.nCopies(due.size(), each)));
        try (PreparedStatement renew = session.write(text, session.patience())) {
            int next = 1;
            for (LeaseRenewal renewal : due) {
                next = session.setKey(renew, next, renewal.owned().key());
                renew.setString(next, renewal.owned().owner());
                renew.setLong(next + 1, renewal.owned().token());
                renew.setLong(next + 2, LeaseTimes.micros(renewal.lease()));
                Mark.setRetention(renew, next + 3, renewal.abandoned());
                next += 4;
            }
            return renew.executeUpdate() == due.size();
        } catch (SQLException failure) {
            if (session.leases().isLocked(failure)) {
                return false;
            }
            throw failure;
        }
    }

    private void renewOne(LeaseRenewal renewal) throws SQLException {
        Ownership owned = renewal.owned();
        try (PreparedStatement renew = session.write("lease_renew_one")) {
            int next = LeaseTimes.set(renew, 1, renewal.lease(), renewal.abandoned());
            next = session.setKey(renew, next, owned.key());
            renew.setString(next, owned.owner());
            renew.setLong(next + 1, owned.token());
            if (renew.executeUpdate() == 0) {
                lost.add(owned);
            }
        } catch (SQLException failure) {
            if (!session.leases().isLocked(failure)) {
                throw failure;
            }
            locked.add(renewal);
        }
    }
}
