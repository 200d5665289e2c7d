package io.lockkeeper.zookeeper;

import io.lockkeeper.zookeeper.Requests.Made;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.CreateResult;
import org.apache.zookeeper.OpResult.SetDataResult;
import org.apache.zookeeper.data.ACL;

/** Makes the nodes of claims, and above them what is missing; finds those whose making was not answered. */
final class Nodes {

    private static final byte[] NOTHING = {};
    private static final int ATTEMPTS = 10;

    private final Layout layout;
    private final List<ACL> acl;

    Nodes(Layout layout, List<ACL> acl) {
        this.layout = layout;
        this.acl = acl;
    }

    /** Puts a claim in its lock's line. */
    CompletableFuture<Made> make(Place place) {
        return place.session
                .ask()
                .create(Layout.prefix(place.lock, place.claim), data(place), acl, CreateMode.EPHEMERAL_SEQUENTIAL);
    }

    /**
     * Makes the line, too. In one step, since ZooKeeper removes a container only after it has had children: an empty one that was
     * never used would stay.
     */
    CompletionStage<Made> makeWithLine(Place place) {
        return makeWithLine(place, 1);
    }

    private CompletionStage<Made> makeWithLine(Place place, int attempt) {
        List<Op> steps = List.of(Op.create(place.lock, NOTHING, acl, CreateMode.CONTAINER), join(place));
        return place.session
                .ask()
                .together(steps)
                .thenApply(results -> new Made(
                        path(results, 1),
                        ((CreateResult) results.get(0)).getStat().getCzxid()))
                .exceptionallyCompose(failure -> {
                    if (attempt < ATTEMPTS && Failures.is(failure, Code.NODEEXISTS)) {
                        return make(place)
                                .exceptionallyCompose(gone -> Failures.isMissing(gone)
                                        ? makeWithLine(place, attempt + 1)
                                        : CompletableFuture.failedFuture(gone));
                    }
                    if (attempt < ATTEMPTS && Failures.isMissing(failure)) {
                        return makeRoot(place.session, layout.root(), 0)
                                .thenCompose(made -> makeWithLine(place, attempt + 1));
                    }
                    return CompletableFuture.failedFuture(failure);
                });
    }

    /** Makes each step of a path that is not there. */
    private CompletionStage<Boolean> makeRoot(Session session, String path, int from) {
        int slash = path.indexOf('/', from + 1);
        String step = slash < 0 ? path : path.substring(0, slash);
        return session.ask()
                .create(step, NOTHING, acl, CreateMode.PERSISTENT)
                .thenApply(made -> true)
                .exceptionallyCompose(failure -> {
                    // Who may not make it may still find that it is there.
                    boolean there =
                            Failures.is(failure, Code.NODEEXISTS) || (slash >= 0 && Failures.is(failure, Code.NOAUTH));
                    return there ? CompletableFuture.completedFuture(true) : CompletableFuture.failedFuture(failure);
                })
                .thenCompose(
                        done -> slash < 0 ? CompletableFuture.completedFuture(true) : makeRoot(session, path, slash));
    }

    /**
     * Takes one claim out of the line and puts another at its end, in one step. The line itself is written to as well, for its answer
     * tells the step's number, which that to the making of a node in several steps does not.
     */
    CompletableFuture<Made> swap(Place old, String path, Place next) {
        List<Op> steps = List.of(Op.delete(path, -1), join(next), Op.setData(next.lock, NOTHING, -1));
        return old.session
                .ask()
                .together(steps)
                .thenApply(results -> new Made(
                        path(results, 1),
                        ((SetDataResult) results.get(2)).getStat().getMzxid()));
    }

    /**
     * Looks for the node of a claim whose making was not answered, among those of its session only. The server may be another than
     * the one that was asked to make it, and lag behind: it is made to catch up first.
     */
    CompletionStage<List<String>> find(Place place) {
        CompletableFuture<List<String>> found = new CompletableFuture<>();
        return place.session
                .ask()
                .sync(place.lock)
                .thenCompose(done -> place.session.ask().own(Layout.prefix(place.lock, place.claim), found::complete))
                .thenCompose(done -> found);
    }

    private Op join(Place place) {
        return Op.create(Layout.prefix(place.lock, place.claim), data(place), acl, CreateMode.EPHEMERAL_SEQUENTIAL);
    }

    private static byte[] data(Place place) {
        return Holders.encode(place.claim);
    }

    private static String path(List<OpResult> results, int index) {
        return ((CreateResult) results.get(index)).getPath();
    }
}
