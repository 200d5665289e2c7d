package io.lockkeeper.zookeeper;

import io.lockkeeper.Holding;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall.Asked;
import io.lockkeeper.zookeeper.Place.Phase;
import io.lockkeeper.zookeeper.Requests.Content;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Recalls: a node beside the holder's, called like it with {@code .recalled} behind. It has no number, so it is no claim to any
 * release. It is ephemeral, and belongs to whoever recalls the lock, who removes it when the holder is gone, or after a minute.
 *
 * <p>Who has looked for the node of its recall, and listens, watches for it from then on until it leaves the line.
 */
final class Recalls {

    private static final String MARK = ".recalled";
    private static final byte[] NOTHING = {};
    private static final Duration LASTS = Duration.ofMinutes(1);

    private final Layout layout;
    private final List<ACL> acl;
    private final Places places;
    private final Listeners listeners;
    private final Map<String, Made> made = new ConcurrentHashMap<>();

    Recalls(Layout layout, List<ACL> acl, Places places, Listeners listeners) {
        this.layout = layout;
        this.acl = acl;
        this.places = places;
        this.listeners = listeners;
    }

    /** By which session a lock was recalled last here, and when. */
    private record Made(Session session, long at) {}

    /** The node of a recall. */
    static String of(String path) {
        return path + MARK;
    }

    /** Whether this is the name of such a node. */
    static boolean isRecall(String step) {
        return step.endsWith(MARK) && NodeName.parse(step.substring(0, step.length() - MARK.length())) != null;
    }

    // ---- who recalls ---------------------------------------------------------------------------------

    /** Empty if nobody holds the lock, or somebody else than was meant: as most servers know, not only the one that is asked. */
    CompletionStage<Optional<Asked>> recall(Session session, String name, @Nullable Holding only) {
        String lock = layout.lock(name);
        return session.ask()
                .sync(lock)
                .thenCompose(done -> FirstInLine.of(session, lock))
                .thenCompose(first -> {
                    removeOthers(lock, first.map(holder -> of(holder.path())));
                    return first.isPresent()
                            ? ask(session, first.get(), only)
                            : CompletableFuture.completedFuture(Optional.empty());
                });
    }

    /** By the holder's whole name: nobody who comes after it is asked. One that has just let go was asked too late, not nobody. */
    private CompletionStage<Optional<Asked>> ask(Session session, FirstInLine first, @Nullable Holding only) {
        if (!RevisionTokens.isOf(only, first.content().stat().getCzxid())) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        Asked asked = new Asked(holding(first.content()), true);
        return Failures.orIfMissing(mark(session, first.path()), false)
                .thenApply(marked -> marked || only == null ? Optional.of(asked) : Optional.empty());
    }

    /** Made only beside the holder's node, in one step. */
    private CompletionStage<Boolean> mark(Session session, String path) {
        made.put(of(path), new Made(session, session.now()));
        return session.ask()
                .together(List.of(Op.check(path, -1), Op.create(of(path), NOTHING, acl, CreateMode.EPHEMERAL)))
                .thenApply(done -> true)
                .exceptionallyCompose(failure -> Failures.is(failure, Code.NODEEXISTS)
                        ? CompletableFuture.completedFuture(true)
                        : CompletableFuture.failedFuture(failure));
    }

    private static Holding holding(Content content) {
        long token = RevisionTokens.first(content.stat().getCzxid());
        return new Holding(content.holder(), token, Optional.empty(), Optional.empty());
    }

    /** Removes what was made here of recalls of earlier holders of a lock. */
    private void removeOthers(String lock, Optional<String> current) {
        made.forEach((path, by) -> {
            if (path.startsWith(lock + '/') && !path.equals(current.orElse(""))) {
                remove(path, by);
            }
        });
    }

    /** Removes what was made here a minute ago; what could not be removed is sought again with the next beat. */
    void sweep() {
        made.forEach((path, by) -> {
            if (by.session.now() - by.at > LASTS.toNanos()) {
                remove(path, by);
            }
        });
    }

    private void remove(String path, Made by) {
        if (by.session.isOver()) {
            made.remove(path, by); // It went with the session.
            return;
        }
        var unused =
                Failures.orIfMissing(by.session.ask().delete(path), true).thenAccept(done -> made.remove(path, by));
    }

    /** Whether a node was made here. */
    boolean isOurs(String path) {
        return made.containsKey(path);
    }

    // ---- who holds -----------------------------------------------------------------------------------

    /** Whether a grant that was made through this store is recalled, as its server knows. */
    CompletionStage<Boolean> isRecalled(Grant grant) {
        Place place = places.get(grant.claim());
        String path = place == null ? null : place.path();
        if (place == null
                || path == null
                || place.phase != Phase.HOLDING
                || RevisionTokens.first(place.zxid) != grant.firstToken()) {
            return CompletableFuture.completedFuture(false);
        }
        boolean watch = listeners.listens(place.client());
        place.recallWatched |= watch;
        return place.session.ask().exists(of(path), watch).thenApply(there -> {
            if (!places.has(place)) { // It left before the watch was set.
                place.recallWatched |= watch;
                place.unwatchRecall();
            }
            return there && places.has(place);
        });
    }

    /** A node was made that somebody here waited for. */
    void created(String path) {
        if (isRecall(Layout.last(path))) {
            String holder = path.substring(0, path.length() - MARK.length());
            Place place = places.of(NodeName.parse(Layout.last(holder)));
            if (place != null && holder.equals(place.path())) {
                listeners.tell(place.client(), signals -> signals.mayBeRecalled(place.claim.name(), place.claim.id()));
            }
        }
    }
}
