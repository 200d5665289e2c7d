package io.lockkeeper.zookeeper;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.zookeeper.Requests.Content;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Who is first in a lock's line, and so holds the lock, as it was read.
 *
 * @param path the node
 * @param content what it says
 */
record FirstInLine(String path, Content content) {

    /** How often a line is read whose holder is another each time. */
    static final int ATTEMPTS = 10;

    private static final int MOST_READ = 100;

    /** Empty if nobody is in line. */
    static CompletionStage<Optional<FirstInLine>> of(Session session, String lock) {
        return of(session, lock, 1);
    }

    private static CompletionStage<Optional<FirstInLine>> of(Session session, String lock, int attempt) {
        CompletionStage<List<String>> looking = session.ask()
                .children(lock)
                .thenApply(children -> Line.of(children.names()).inOrder().stream()
                        .limit(MOST_READ)
                        .map(node -> lock + '/' + node.text())
                        .toList());
        return Failures.orIfMissing(looking, List.<String>of())
                .thenCompose(line -> line.isEmpty()
                        ? CompletableFuture.completedFuture(Optional.<FirstInLine>empty())
                        : first(session, line).thenApply(Optional::of))
                .exceptionallyCompose(failure -> {
                    if (!Failures.isMissing(failure)) {
                        return CompletableFuture.failedFuture(failure);
                    }
                    return attempt < ATTEMPTS
                            ? of(session, lock, attempt + 1)
                            : CompletableFuture.failedFuture(unsettled(lock));
                });
    }

    /** Reads the nodes of a line in their order: the first that is there is first, for none can have come before it. */
    private static CompletionStage<FirstInLine> first(Session session, List<String> line) {
        CompletionStage<FirstInLine> first = read(session, line.get(0));
        for (String path : line.subList(1, line.size())) {
            CompletionStage<FirstInLine> next = read(session, path);
            first = first.exceptionallyCompose(
                    failure -> Failures.isMissing(failure) ? next : CompletableFuture.failedFuture(failure));
        }
        return first;
    }

    private static CompletionStage<FirstInLine> read(Session session, String path) {
        return session.ask().read(path, false).thenApply(content -> new FirstInLine(path, content));
    }

    /** The line moves faster than it can be read. */
    static StoreUnavailableException unsettled(String lock) {
        return new StoreUnavailableException(
                "The lock at " + lock + " had another holder each time that it was read.", false, null);
    }
}
