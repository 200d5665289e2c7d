package io.lockkeeper.servers;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** All that is wrong with a proxy at present; belongs to the proxy's thread. */
final class ProxyFaults {
    private final LaneFaults requests = new LaneFaults();
    private final LaneFaults replies = new LaneFaults();
    private final Deque<Ambush> ambushes = new ArrayDeque<>();
    private boolean cut;

    LaneFaults requests() {
        return requests;
    }

    LaneFaults replies() {
        return replies;
    }

    boolean isCut() {
        return cut;
    }

    void cut() {
        cut = true;
    }

    void freeze() {
        requests.freeze();
        replies.freeze();
    }

    void thaw() {
        requests.thaw();
        replies.thaw();
    }

    void delay(Duration eachWay) {
        requests.delay(eachWay);
        replies.delay(eachWay);
    }

    CompletableFuture<Void> lay(String text, Ambush.Moment moment) {
        Ambush ambush = new Ambush(text, moment, new CompletableFuture<>());
        ambushes.add(ambush);
        return ambush.sprung();
    }

    /** Takes the first ambush for this request, if there is one: each happens once. */
    @Nullable
    Ambush takeAmbushFor(ByteBuffer request) {
        for (Iterator<Ambush> each = ambushes.iterator(); each.hasNext(); ) {
            Ambush ambush = each.next();
            if (ambush.isFor(request)) {
                each.remove();
                return ambush;
            }
        }
        return null;
    }

    void heal() {
        cut = false;
        requests.heal();
        replies.heal();
        ambushes.forEach(ambush -> ambush.sprung().cancel(false));
        ambushes.clear();
    }
}
