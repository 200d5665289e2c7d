package io.lockkeeper.redis;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;

/** Reads what scripts publish: a line for each part, the first of which says what it is. */
final class Messages {

    private final Keys keys;
    private final Rechecks rechecks;

    Messages(Keys keys, Rechecks rechecks) {
        this.keys = keys;
        this.rechecks = rechecks;
    }

    /** Passes a message on; one of a kind that only a later release knows is not for us. */
    void deliver(String message, Signals signals) {
        String[] part = message.split("\n", -1);
        if (part.length < 2) {
            return;
        }
        String name = keys.name(part[1]);
        switch (part[0]) {
            case "granted" -> {
                rechecks.cancel(name);
                signals.granted(grant(name, part));
            }
            case "next" -> rechecks.schedule(name, Long.parseLong(part[3]), signals);
            case "contended" -> signals.contended(name);
            case "lost" -> signals.lost(name, ClaimId.parse(part[2]), LeaseLoss.Reason.REVOKED);
            default -> {}
        }
    }

    private static Grant grant(String name, String[] part) {
        return new Grant(
                name,
                ClaimId.parse(part[2]),
                Long.parseLong(part[3]),
                Long.parseLong(part[4]),
                MICROSECONDS.toNanos(Long.parseLong(part[5])),
                MICROSECONDS.toNanos(Long.parseLong(part[6])),
                Long.parseLong(part[7]) > 0);
    }
}
