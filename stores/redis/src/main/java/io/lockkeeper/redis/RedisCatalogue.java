package io.lockkeeper.redis;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScriptOutputType;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Catalogue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Who holds what, read page by page with SCAN, which stops the server for no one. */
final class RedisCatalogue implements Catalogue {

    private static final int PAGE = 500;

    /** So many locks in one script, and about so many waiters, keep the server for a millisecond or two. */
    private static final int BATCH = 100;

    private static final int MOST_WAITERS = 1_000;

    private static final Holder UNKNOWN = new Holder("", "", 0, "", "unknown", 0);

    private final Link link;
    private final Keys keys;
    private final Scripts scripts;

    RedisCatalogue(Link link, Keys keys, Scripts scripts) {
        this.link = link;
        this.keys = keys;
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<List<LockStatus>> list(String prefix, int limit) {
        ScanArgs matching = ScanArgs.Builder.limit(PAGE).match(keys.pattern(prefix));
        return scan(ScanCursor.INITIAL, matching, new TreeMap<>(), limit);
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return show(List.of(name))
                .thenApply(shown -> shown.stream()
                        .filter(status -> status.token() > 0 || isActive(status))
                        .findFirst());
    }

    private CompletionStage<List<LockStatus>> scan(
            ScanCursor cursor, ScanArgs matching, NavigableMap<String, LockStatus> found, int limit) {
        return link.send(redis -> redis.scan(cursor, matching))
                .thenCompose(page -> collect(page, found, limit)
                        .thenCompose(done -> page.isFinished()
                                ? CompletableFuture.completedFuture(List.copyOf(found.values()))
                                : scan(page, matching, found, limit)));
    }

    /** Keeps the first so many names only, whatever the number of locks. */
    private CompletionStage<Void> collect(
            KeyScanCursor<String> page, NavigableMap<String, LockStatus> found, int limit) {
        List<String> names = page.getKeys().stream()
                .map(keys::name)
                .filter(name -> found.size() < limit || name.compareTo(found.lastKey()) < 0)
                .toList();
        if (names.isEmpty() || limit < 1) {
            return CompletableFuture.completedFuture(null);
        }
        return show(names).thenAccept(shown -> {
            for (LockStatus status : shown) {
                if (isActive(status)) {
                    found.put(status.name(), status);
                }
            }
            while (found.size() > limit) {
                found.pollLastEntry();
            }
        });
    }

    private CompletionStage<List<LockStatus>> show(List<String> names) {
        return show(names, new ArrayList<>());
    }

    /** The script shows at least one lock, and as many as it likes. */
    private CompletionStage<List<LockStatus>> show(List<String> names, List<LockStatus> shown) {
        List<String> next = names.subList(shown.size(), Math.min(names.size(), shown.size() + BATCH));
        String[] locks = next.stream()
                .flatMap(name -> List.of(keys.lock(name), keys.queue(name)).stream())
                .toArray(String[]::new);
        CompletionStage<List<?>> reply = scripts.run(
                Script.INSPECT, ScriptOutputType.MULTI, locks, new String[] {Integer.toString(MOST_WAITERS)});
        return reply.thenCompose(rows -> {
            for (Object row : rows) {
                shown.add(status(names.get(shown.size()), (List<?>) row));
            }
            return shown.size() == names.size() ? CompletableFuture.completedFuture(shown) : show(names, shown);
        });
    }

    /** The last token, the holders' parts, the waiters; or what the matter is with a lock that nobody can take. */
    private static LockStatus status(String name, List<?> row) {
        if (row.size() < 3) {
            return unknown(name, Replies.text(row, 0));
        }
        try {
            List<Holder> waiters = ((List<?>) row.get(2))
                    .stream()
                            .map(text -> Holders.decode(String.valueOf(text)))
                            .filter(Objects::nonNull)
                            .toList();
            return new LockStatus(name, holdings((List<?>) row.get(1)), Replies.number(row, 0), waiters);
        } catch (NumberFormatException malformed) {
            return unknown(name, "its key has text where numbers belong");
        }
    }

    private static LockStatus unknown(String name, String matter) {
        Holder holder = new Holder("", "", 0, "", "unknown: " + matter, 0);
        return LockStatus.held(name, new Holding(holder, 0, Optional.empty(), Optional.empty()), List.of());
    }

    private static List<Holding> holdings(List<?> parts) {
        List<Holding> holdings = new ArrayList<>();
        for (int index = 0; index + 3 < parts.size(); index += 4) {
            holdings.add(holding(parts, index));
        }
        return holdings;
    }

    /** A holder as text, since when it holds, how long its lease lasts, its first token. */
    static Holding holding(List<?> parts, int index) {
        Holder holder = Holders.decode(Replies.text(parts, index));
        return new Holding(
                holder == null ? UNKNOWN : holder,
                Replies.number(parts, index + 3),
                Optional.of(Instant.EPOCH.plusNanos(MICROSECONDS.toNanos(Replies.number(parts, index + 1)))),
                Optional.of(Replies.micros(Replies.number(parts, index + 2))));
    }

    private static boolean isActive(LockStatus status) {
        return !status.holders().isEmpty() || !status.waiters().isEmpty();
    }
}
