package io.lockkeeper.redis;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;

/**
 * Reads what scripts publish: a line for each part, the first of which says what it is.
 *
 * <p>Whoever may publish on the server may have written a message. So a grant shows its claim's secret, a loss is one to be
 * looked into, and all else only has clients ask the server. The log quotes no message: it keeps a limited number of different sentences.
 */
final class Messages {

    private static final long LONGEST_LEASE = RedisTiming.LONGEST_CLAIM_TIME.toNanos();

    private final Keys keys;
    private final Secrets secrets;
    private final Rechecks rechecks;
    private final Log log;

    Messages(Keys keys, Secrets secrets, Rechecks rechecks, Log log) {
        this.keys = keys;
        this.secrets = secrets;
        this.rechecks = rechecks;
        this.log = log;
    }

    /** Passes a message on; one that makes no sense is left out, as is one of a kind that only a later release knows. */
    void deliver(String message, Signals signals) {
        String[] part = message.split("\n", -1);
        try {
            deliver(part, signals);
        } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
            log.warn("Somebody published a malformed message on a channel of Lockkeeper's; ignored.");
        }
    }

    private void deliver(String[] part, Signals signals) {
        switch (part[0]) {
            case "granted" -> granted(part, signals);
            case "next" -> rechecks.schedule(keys.name(part[1]), Long.parseLong(part[2]), signals);
            case "contended" -> signals.contended(keys.name(part[1]));
            case "lost" -> signals.mayBeLost(keys.name(part[1]), ClaimId.parse(part[2]), LeaseLoss.Reason.REVOKED);
            case "recall" -> signals.mayBeRecalled(keys.name(part[1]), ClaimId.parse(part[2]));
            case "gone" -> {
                for (int index = 1; index < part.length; index++) {
                    signals.free(keys.name(part[index]));
                }
            }
            default -> {}
        }
    }

    private void granted(String[] part, Signals signals) {
        String name = keys.name(part[1]);
        long secret = Long.parseUnsignedLong(part[3], 16);
        Grant grant = new Grant(
                name,
                ClaimId.parse(part[2]),
                new Tokens(Long.parseLong(part[4]), Long.parseLong(part[5])),
                new Remaining(
                        Math.min(LONGEST_LEASE, MICROSECONDS.toNanos(Long.parseLong(part[6]))),
                        MICROSECONDS.toNanos(Long.parseLong(part[7]))),
                Long.parseLong(part[8]) > 0);
        if (secrets.spend(grant.claim(), secret)) {
            rechecks.cancel(name);
            signals.granted(grant, secret);
        } else if (secrets.keeps(grant.claim())) { // Else it may only be late.
            log.warn("Somebody published a message that grants a lock without the secret of a claim on it; ignored.");
        }
    }
}
