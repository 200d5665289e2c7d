package io.lockkeeper.jdbc;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.time.Duration;

/**
 * What a change of a row means for a client, as a text: a line for each part, the first of which says what it is.
 *
 * <p>Whoever may write to the database can send one. So a grant shows the secret of the claim that waited, which stands in
 * the lock's row only, and lasts for a claim time at most; all else makes a client ask the database.
 *
 * @param client whom to tell
 * @param text what
 */
record Message(String client, String text) {

    private static final long LONGEST_LEASE = JdbcSettings.LONGEST_CLAIM_TIME.toNanos();

    static Message granted(Grant grant, long secret) {
        return of(
                grant.claim().client(),
                "granted",
                grant.name(),
                grant.claim(),
                grant.firstToken(),
                grant.lastToken(),
                grant.remainingNanos(),
                grant.storeNanos(),
                grant.contended(),
                Long.toHexString(secret));
    }

    /** The claim is the first in line now; the lease before it ends after a time. */
    static Message next(String name, ClaimId claim, Duration left) {
        return of(claim.client(), "next", name, left.toNanos());
    }

    static Message contended(String name, ClaimId holder) {
        return of(holder.client(), "contended", name);
    }

    static Message lost(String name, ClaimId holder) {
        return of(holder.client(), "lost", name, holder);
    }

    static Message recall(String name, ClaimId holder) {
        return of(holder.client(), "recall", name, holder);
    }

    private static Message of(String client, Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            text.append(text.isEmpty() ? "" : "\n").append(part);
        }
        return new Message(client, text.toString());
    }

    /** Passes on what a client has to be told; a message that only another release understands is not for us. */
    static void deliver(String text, Subscriber client) {
        try {
            understand(text, client);
        } catch (IllegalArgumentException | IndexOutOfBoundsException foreign) {
            // Who waits asks by itself before long.
        }
    }

    private static void understand(String text, Subscriber client) {
        String[] part = text.split("\n", -1);
        if (part.length < 2) {
            return;
        }
        String name = part[1];
        switch (part[0]) {
            case "granted" -> client.granted(grant(name, part), Long.parseUnsignedLong(part[8], 16));
            case "next" -> client.next(name, Long.parseLong(part[2]));
            case "contended" -> client.contended(name);
            case "lost" -> client.mayBeLost(name, ClaimId.parse(part[2]), LeaseLoss.Reason.REVOKED);
            case "recall" -> client.mayBeRecalled(name, ClaimId.parse(part[2]));
            default -> {}
        }
    }

    private static Grant grant(String name, String[] part) {
        return new Grant(
                name,
                ClaimId.parse(part[2]),
                new Tokens(Long.parseLong(part[3]), Long.parseLong(part[4])),
                new Remaining(Math.min(LONGEST_LEASE, Long.parseLong(part[5])), Long.parseLong(part[6])),
                Boolean.parseBoolean(part[7]));
    }
}
