package io.lockkeeper.memcached;

import com.spotify.folsom.GetResult;
import com.spotify.folsom.MemcacheStatus;
import io.lockkeeper.PlainText;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.ClaimId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The items of locks, and beside them of those who are next in line and of recalls: each method is one request, or one for every 255 items. */
final class Items {

    /** How often an item is read anew that changed since it was read. Only copies of one request change it so quickly. */
    private static final int ATTEMPTS = 16;

    /** As short as memcached's clock allows to be sure of more than none. */
    private static final int NEXT_SECONDS = 3;

    private static final int RECALL_SECONDS = 60;

    private final Link link;
    private final Keys keys;

    Items(Link link, Keys keys) {
        this.link = link;
        this.keys = keys;
    }

    /** What became of a change. */
    enum Change {
        MADE,
        /** Somebody changed the item since it was read. */
        OVERTAKEN,
        /** There is no such item any more. */
        GONE;

        /** One of two answers; empty if it is to be tried anew. */
        <T> Optional<T> answer(T ifMade, T ifGone) {
            return switch (this) {
                case MADE -> Optional.of(ifMade);
                case OVERTAKEN -> Optional.empty();
                case GONE -> Optional.of(ifGone);
            };
        }
    }

    /** Adds an item that lives for its lease. False if there is one. */
    CompletableFuture<Boolean> add(Item item) {
        int seconds = link.expiry(item.life());
        return link.send(client -> client.add(keys.of(item.name()), item.text(), seconds))
                .thenApply(status -> switch (status) {
                    case OK -> true;
                    case ITEM_NOT_STORED -> false;
                    default -> throw link.failures().of(status);
                });
    }

    CompletableFuture<Optional<Found>> read(String name) {
        String key = keys.of(name);
        CompletableFuture<@Nullable GetResult<String>> reply = link.send(client -> client.casGet(key));
        return reply.thenApply(result -> Optional.ofNullable(result).map(found -> found(key, found)));
    }

    /** Reads many, with a request for every 255; null for those that are not there. */
    CompletableFuture<List<@Nullable Found>> read(List<String> names) {
        List<String> all = names.stream().map(keys::of).toList();
        CompletableFuture<List<@Nullable GetResult<String>>> reply = link.send(client -> client.casGet(all));
        return reply.thenApply(results -> {
            List<@Nullable Found> found = new ArrayList<>(results.size());
            for (int index = 0; index < results.size(); index++) {
                GetResult<String> result = results.get(index);
                found.add(result == null ? null : found(all.get(index), result));
            }
            return found;
        });
    }

    /** Writes an item in the place of the one that was read, to live for its lease. */
    CompletableFuture<Change> swap(Found found, Item item) {
        int seconds = link.expiry(item.life());
        return link.send(client -> client.set(found.key(), item.text(), seconds, found.cas()))
                .thenApply(this::change);
    }

    CompletableFuture<Change> delete(Found found) {
        return link.send(client -> client.delete(found.key(), found.cas())).thenApply(this::change);
    }

    /** What stands under all of a lock's keys. */
    record Glance(
            @Nullable Found found,
            @Nullable String next,
            @Nullable String recall) {

        /** The item, if it is this claim's. */
        @Nullable
        Item of(String name, ClaimId claim) {
            return found == null ? null : found.of(name, claim);
        }

        /** Whether an item is recalled. */
        boolean isRecalled(Item item) {
            return item.recall().equals(recall);
        }
    }

    /** Reads a lock's item, who is next in line for it, and what is recalled. */
    CompletableFuture<Glance> readAll(String name) {
        String key = keys.of(name);
        CompletableFuture<List<@Nullable GetResult<String>>> reply =
                link.send(client -> client.casGet(List.of(key, keys.next(name), keys.recall(name))));
        return reply.thenApply(all -> {
            GetResult<String> item = all.get(0);
            return new Glance(item == null ? null : found(key, item), text(all.get(1)), text(all.get(2)));
        });
    }

    private static @Nullable String text(@Nullable GetResult<String> result) {
        return result == null ? null : result.getValue();
    }

    /** Writes down that an item's holder is asked to release the lock: for a minute. False if the server has no room for it. */
    CompletableFuture<Boolean> recall(Item item) {
        return link.send(client -> client.set(keys.recall(item.name()), item.recall(), RECALL_SECONDS))
                .thenApply(status -> switch (status) {
                    case OK -> true;
                    case OUT_OF_MEMORY -> false;
                    default -> throw link.failures().of(status);
                });
    }

    /** Strikes out that a lock is recalled; if nobody hears of it, the word means nothing, and is forgotten soon. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void forgetRecall(String name) {
        link.send(client -> client.delete(keys.recall(name)));
    }

    /** Writes down that a claim is next in line: if nobody else is, or again. Whether it is now. */
    CompletableFuture<Boolean> beNext(String name, ClaimId claim, boolean again) {
        String key = keys.next(name);
        return link.send(client -> again
                        ? client.set(key, claim.toString(), NEXT_SECONDS)
                        : client.add(key, claim.toString(), NEXT_SECONDS))
                .thenApply(status -> status == MemcacheStatus.OK);
    }

    /** Strikes out who is next in line; if nobody hears of it, the word is forgotten soon. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void forgetNext(String name) {
        link.send(client -> client.delete(keys.next(name)));
    }

    /** Completes later, without a request. */
    CompletableFuture<Void> pause(long nanos) {
        return link.pause(nanos);
    }

    Failures failures() {
        return link.failures();
    }

    /**
     * Reads an item and changes it, anew while somebody else changes it in between.
     *
     * @param attempt one such attempt; its answer is empty if it was overtaken
     */
    static <T> CompletableFuture<T> settled(String name, Supplier<CompletableFuture<Optional<T>>> attempt) {
        return settled(name, attempt, ATTEMPTS);
    }

    private static <T> CompletableFuture<T> settled(
            String name, Supplier<CompletableFuture<Optional<T>>> attempt, int attempts) {
        return attempt.get().thenCompose(answer -> {
            if (answer.isPresent()) {
                return CompletableFuture.completedFuture(answer.get());
            }
            // Tried again later, by whoever knows what it is worth.
            return attempts > 1
                    ? settled(name, attempt, attempts - 1)
                    : CompletableFuture.failedFuture(new StoreUnavailableException(
                            "The lock '" + PlainText.of(name)
                                    + "' was changed by somebody else each time that it was read.",
                            true,
                            null));
        });
    }

    private Found found(String key, GetResult<String> result) {
        if (result.getCas() == 0) {
            throw link.failures().withoutCas();
        }
        return new Found(key, Value.parse(result.getValue()), result.getCas());
    }

    private Change change(MemcacheStatus status) {
        return switch (status) {
            case OK -> Change.MADE;
            case KEY_EXISTS -> Change.OVERTAKEN;
            case KEY_NOT_FOUND -> Change.GONE;
            default -> throw link.failures().of(status);
        };
    }
}
