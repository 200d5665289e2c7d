package io.lockkeeper.zookeeper;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.zookeeper.Requests.Children;
import io.lockkeeper.zookeeper.Requests.Content;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/** Who holds what and who waits, as the nodes tell; and the removal of a holder's. */
final class NodeCatalogue {

    private static final int AT_ONCE = 100;
    private static final int MOST_WAITERS = 1_000;

    private final Connection connection;
    private final Layout layout;
    private final Window window;
    private final Skipped skipped = new Skipped();

    /**
     * The catalogue of a connection's locks.
     *
     * @param window for its questions, of which there may be a hundred thousand; one of its own, so that claims don't come after them
     */
    NodeCatalogue(Connection connection, Layout layout, Window window) {
        this.connection = connection;
        this.layout = layout;
        this.window = window;
    }

    CompletionStage<List<LockStatus>> list(String prefix, int limit) {
        Session session = connection.session();
        return Failures.orIfMissing(session.ask().children(layout.root()).thenApply(Children::names), List.<String>of())
                .thenCompose(steps -> collect(session, names(steps, prefix).iterator(), new ArrayList<>(), limit));
    }

    private List<String> names(List<String> steps, String prefix) {
        List<String> names = new ArrayList<>();
        for (String step : steps) {
            String name = Layout.name(step);
            if (name == null) {
                skipped.add(layout.root() + '/' + step, "is no lock");
            } else if (name.startsWith(prefix)) {
                names.add(name);
            }
        }
        Collections.sort(names);
        return names;
    }

    /** One lock that may not be looked at says nothing about the others. */
    private CompletionStage<Optional<LockStatus>> inspectIfAllowed(Session session, String name) {
        return inspect(session, name).exceptionallyCompose(failure -> {
            if (!Failures.is(failure, Code.NOAUTH)) {
                return CompletableFuture.failedFuture(failure);
            }
            skipped.add(layout.lock(name), "may not be read by this user");
            return CompletableFuture.completedFuture(Optional.empty());
        });
    }

    /** Looks at some locks at a time, until enough were found that are held or waited for. */
    private CompletionStage<List<LockStatus>> collect(
            Session session, Iterator<String> names, List<LockStatus> found, int limit) {
        if (found.size() >= limit || !names.hasNext()) {
            return CompletableFuture.completedFuture(found);
        }
        CompletionStage<List<LockStatus>> looked = CompletableFuture.completedFuture(found);
        int most = Math.min(AT_ONCE, limit - found.size());
        for (int count = 0; count < most && names.hasNext(); count++) {
            looked = looked.thenCombine(inspectIfAllowed(session, names.next()), (list, status) -> {
                status.ifPresent(list::add);
                return list;
            });
        }
        return looked.thenCompose(list -> collect(session, names, list, limit));
    }

    CompletionStage<Optional<LockStatus>> inspect(String name) {
        return inspect(connection.session(), name);
    }

    private CompletionStage<Optional<LockStatus>> inspect(Session session, String name) {
        String lock = layout.lock(name);
        return Failures.orIfMissing(
                window.enter(() -> session.ask().children(lock)).thenCompose(children -> {
                    children.names().stream()
                            .filter(child -> NodeName.parse(child) == null && !Recalls.isRecall(child))
                            .forEach(child -> skipped.add(lock + '/' + child, "is no claim"));
                    List<CompletableFuture<Optional<Content>>> contents = Line.of(children.names()).inOrder().stream()
                            .limit(MOST_WAITERS)
                            .map(node -> readIfThere(session, lock + '/' + node.text()))
                            .toList();
                    return CompletableFuture.allOf(contents.toArray(CompletableFuture[]::new))
                            .thenApply(all -> status(
                                    name,
                                    children,
                                    contents.stream()
                                            .map(CompletableFuture::join)
                                            .flatMap(Optional::stream)
                                            .toList()));
                }),
                Optional.empty());
    }

    /** Reads a node; empty if it has left the line. Of one that can't be read nothing is known, nor whether the next one holds the lock. */
    private CompletableFuture<Optional<Content>> readIfThere(Session session, String path) {
        CompletionStage<Optional<Content>> reading =
                window.enter(() -> session.ask().read(path, false)).thenApply(Optional::of);
        return Failures.orIfMissing(reading, Optional.<Content>empty()).toCompletableFuture();
    }

    private static Optional<LockStatus> status(String name, Children line, List<Content> contents) {
        if (contents.isEmpty()) {
            return Optional.empty();
        }
        Content first = contents.get(0);
        // A node tells when it was made. If nothing has happened in the line since, that is when it got the lock, too.
        boolean atOnce = line.stat().getPzxid() == first.stat().getCzxid();
        Optional<Instant> since =
                atOnce ? Optional.of(Instant.ofEpochMilli(first.stat().getCtime())) : Optional.empty();
        Holding holding =
                new Holding(first.holder(), RevisionTokens.first(first.stat().getCzxid()), since, Optional.empty());
        List<Holder> waiters = contents.stream().skip(1).map(Content::holder).toList();
        return Optional.of(LockStatus.held(name, holding, waiters));
    }

    CompletionStage<Optional<Holder>> revoke(String name, @Nullable Holding only) {
        return revoke(connection.session(), layout.lock(name), only, 1);
    }

    /** By its whole name: nobody who comes after it is touched. If it left meanwhile, there may be another. */
    private static CompletionStage<Optional<Holder>> revoke(
            Session session, String lock, @Nullable Holding only, int attempt) {
        return FirstInLine.of(session, lock)
                .thenCompose(first -> first.filter(holder -> RevisionTokens.isOf(
                                only, holder.content().stat().getCzxid()))
                        .map(holder -> remove(session, holder))
                        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())))
                .exceptionallyCompose(failure -> {
                    if (!Failures.isMissing(failure)) {
                        return CompletableFuture.failedFuture(failure);
                    }
                    return attempt < FirstInLine.ATTEMPTS
                            ? revoke(session, lock, only, attempt + 1)
                            : CompletableFuture.failedFuture(FirstInLine.unsettled(lock));
                });
    }

    private static CompletionStage<Optional<Holder>> remove(Session session, FirstInLine holder) {
        return session.ask()
                .delete(holder.path())
                .thenApply(done -> Optional.of(holder.content().holder()));
    }
}
