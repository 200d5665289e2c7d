package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.PlainText;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.Catalogue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reads lines: who is first in one holds its lock. */
final class EtcdCatalogue implements Catalogue {

    private static final int PAGE = 1_000;
    private static final int MOST_WAITERS = 1_000;

    private final Link link;
    private final Keys keys;
    private final Requests requests;

    EtcdCatalogue(Link link, Keys keys, Requests requests) {
        this.link = link;
        this.keys = keys;
        this.requests = requests;
    }

    @Override
    public CompletionStage<List<LockStatus>> list(String prefix, int limit) {
        if (limit <= 0) {
            return CompletableFuture.completedFuture(List.of());
        }
        Lines lines = new Lines(limit);
        ByteString from = keys.from(prefix);
        return read(lines, from, Keys.behindAll(from), 0).thenCompose(all -> show(lines.found));
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return link.ask(KVGrpc.getRangeMethod(), requests.look(name, MOST_WAITERS + 1))
                .thenCompose(line -> {
                    TreeMap<String, List<KeyValue>> found = new TreeMap<>();
                    List<KeyValue> places = Keys.places(line.getKvsList());
                    if (!places.isEmpty()) {
                        found.put(name, places);
                    }
                    return show(found);
                })
                .thenApply(shown -> shown.stream().findFirst());
    }

    /** Reads page by page, all of them as they were at the first one's revision. */
    private CompletableFuture<Void> read(Lines lines, ByteString from, ByteString end, long revision) {
        RangeRequest question = RangeRequest.newBuilder()
                .setKey(from)
                .setRangeEnd(end)
                .setLimit(PAGE)
                .setRevision(revision)
                .build();
        return link.ask(KVGrpc.getRangeMethod(), question).thenCompose(page -> {
            page.getKvsList().forEach(lines::add);
            if (!page.getMore()) {
                return CompletableFuture.completedFuture(null);
            }
            ByteString next = last(page).concat(ByteString.copyFrom(new byte[1]));
            return read(lines, next, end, revision == 0 ? page.getHeader().getRevision() : revision);
        });
    }

    private static ByteString last(RangeResponse page) {
        return page.getKvs(page.getKvsCount() - 1).getKey();
    }

    /** Asks how long the sessions of the holders last, each once. */
    private CompletableFuture<List<LockStatus>> show(SortedMap<String, List<KeyValue>> lines) {
        Map<Long, CompletableFuture<Duration>> left = new HashMap<>();
        lines.replaceAll((name, line) -> {
            List<KeyValue> ordered = new ArrayList<>(line);
            ordered.sort(Comparator.comparingLong(KeyValue::getCreateRevision));
            left.computeIfAbsent(ordered.get(0).getLease(), this::left);
            return ordered;
        });
        return CompletableFuture.allOf(left.values().toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> {
                    List<LockStatus> shown = new ArrayList<>();
                    lines.forEach((name, line) -> shown.add(status(
                            name,
                            line,
                            Objects.requireNonNull(left.get(line.get(0).getLease()))
                                    .join())));
                    return shown;
                });
    }

    private CompletableFuture<Duration> left(long lease) {
        LeaseTimeToLiveRequest question =
                LeaseTimeToLiveRequest.newBuilder().setID(lease).build();
        return link.ask(LeaseGrpc.getLeaseTimeToLiveMethod(), question)
                .thenApply(answer -> Duration.ofSeconds(answer.getTTL()));
    }

    private static LockStatus status(String name, List<KeyValue> line, Duration left) {
        KeyValue first = line.get(0);
        List<Holder> waiters =
                line.subList(1, line.size()).stream().map(Holders::of).toList();
        long token = RevisionTokens.first(first.getCreateRevision());
        Optional<Duration> remaining = Optional.of(left).filter(time -> time.compareTo(Duration.ZERO) > 0);
        Holding holding = new Holding(Holders.of(first), token, Optional.empty(), remaining);
        return LockStatus.held(name, holding, waiters);
    }

    /** The lines of the first locks by name. The order of keys is not quite that of names. */
    private final class Lines {
        private final TreeMap<String, List<KeyValue>> found = new TreeMap<>();
        private final int limit;

        Lines(int limit) {
            this.limit = limit;
        }

        void add(KeyValue key) {
            Optional<String> lock = keys.lock(key.getKey());
            if (lock.isPresent() && Keys.isPlace(key)) {
                add(lock.get(), key);
            } else {
                String name = PlainText.of(key.getKey().toStringUtf8());
                Log.get().log(System.Logger.Level.DEBUG, "This key in etcd is nobody''s place: {0}", name);
            }
        }

        private void add(String name, KeyValue place) {
            if (found.size() < limit || found.containsKey(name) || name.compareTo(found.lastKey()) < 0) {
                found.computeIfAbsent(name, absent -> new ArrayList<>()).add(place);
                if (found.size() > limit) {
                    found.pollLastEntry();
                }
            }
        }
    }
}
