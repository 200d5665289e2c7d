package io.lockkeeper.jdbc;

import io.lockkeeper.Holder;
import io.lockkeeper.store.ClaimId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The claims that wait for a lock, as the text of a column: a line each, its parts parted by tabs, of which no part contains any. */
final class Waiting {

    private static final String DEMAND = "1/1";

    private Waiting() {}

    /** Whoever stands in a line that can't be read can't be granted anything: it is left out. */
    static List<QueuedClaim> read(String name, @Nullable String text) {
        List<QueuedClaim> claims = new ArrayList<>();
        if (text != null) {
            for (String line : text.split("\n", -1)) {
                try {
                    claims.add(claim(line.split("\t", -1)));
                } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
                    Log.malformed("A claim that waits for the lock", name, malformed);
                }
            }
        }
        return claims;
    }

    private static QueuedClaim claim(String[] part) {
        ClaimId id = ClaimId.parse(part[0]);
        if (!part[1].equals(DEMAND)) {
            throw new IllegalArgumentException("It wants " + part[1]);
        }
        Duration lease = Duration.ofNanos(Long.parseLong(part[2]));
        int tokens = Integer.parseInt(part[3]);
        long secret = Long.parseUnsignedLong(part[4], 16);
        Holder holder =
                new Holder(id.client(), part[5], Long.parseLong(part[6]), part[7], part[8], Long.parseLong(part[9]));
        return new QueuedClaim(id, holder, lease, tokens, secret);
    }

    /** Null if there are none, so that the database can tell at a glance. */
    static @Nullable String write(List<QueuedClaim> claims) {
        if (claims.isEmpty()) {
            return null;
        }
        List<String> lines = new ArrayList<>();
        for (QueuedClaim claim : claims) {
            Holder holder = claim.holder();
            lines.add(String.join(
                    "\t",
                    claim.id().toString(),
                    DEMAND,
                    Long.toString(claim.lease().toNanos()),
                    Integer.toString(claim.tokens()),
                    Long.toHexString(claim.secret()),
                    holder.host(),
                    Long.toString(holder.pid()),
                    holder.thread(),
                    holder.description(),
                    Long.toString(holder.processGroup())));
        }
        return String.join("\n", lines);
    }
}
