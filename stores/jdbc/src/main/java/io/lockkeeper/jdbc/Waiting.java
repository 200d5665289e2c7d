package io.lockkeeper.jdbc;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The claims that wait for a lock, as the text of a column: a line each, its parts parted by tabs, of which no part contains any. */
final class Waiting {

    private Waiting() {}

    static List<Claim> read(String name, @Nullable String text) {
        List<Claim> claims = new ArrayList<>();
        if (text != null) {
            for (String line : text.split("\n", -1)) {
                String[] part = line.split("\t", -1);
                ClaimId id = ClaimId.parse(part[0]);
                Holder holder = new Holder(
                        id.client(), part[3], Long.parseLong(part[4]), part[5], part[6], Long.parseLong(part[7]));
                Duration lease = Duration.ofNanos(Long.parseLong(part[1]));
                claims.add(new Claim(name, id, holder, lease, Integer.parseInt(part[2]), true));
            }
        }
        return claims;
    }

    /** Null if there are none, so that the database can tell at a glance. */
    static @Nullable String write(List<Claim> claims) {
        if (claims.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (Claim claim : claims) {
            Holder holder = claim.holder();
            text.append(text.isEmpty() ? "" : "\n")
                    .append(claim.id())
                    .append('\t')
                    .append(claim.lease().toNanos())
                    .append('\t')
                    .append(claim.tokens())
                    .append('\t')
                    .append(holder.host())
                    .append('\t')
                    .append(holder.pid())
                    .append('\t')
                    .append(holder.thread())
                    .append('\t')
                    .append(holder.description())
                    .append('\t')
                    .append(holder.processGroup());
        }
        return text.toString();
    }
}
