package io.lockkeeper.memory;

import io.lockkeeper.Holder;
import io.lockkeeper.LockStatus;
import io.lockkeeper.contract.CatalogueContract;
import io.lockkeeper.contract.InspectionContract;
import io.lockkeeper.contract.QueueCatalogueContract;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stores that show what is not so. */
final class CatalogueFaults {

    private CatalogueFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.that("shows nothing", InspectionContract.class, store -> new Tampered(store) {
                    @Override
                    Optional<LockStatus> onInspect(String name) {
                        return Optional.empty();
                    }
                }),
                Fault.that("shows what was released", InspectionContract.class, store -> new Tampered(store) {
                    private final Map<String, LockStatus> seen = new HashMap<>();

                    @Override
                    Optional<LockStatus> onInspect(String name) {
                        super.onInspect(name).ifPresent(status -> seen.put(name, status));
                        return Optional.ofNullable(seen.get(name));
                    }
                }),
                Fault.that("shows a name encoded", InspectionContract.class, store -> new Tampered(store) {
                    @Override
                    Optional<LockStatus> onInspect(String name) {
                        return super.onInspect(name)
                                .map(status -> named(URLEncoder.encode(name, StandardCharsets.UTF_8), status));
                    }
                }),
                Fault.that("lists in any order", CatalogueContract.class, store -> new Tampered(store) {
                    @Override
                    List<LockStatus> onList(String prefix, int limit) {
                        List<LockStatus> list = new ArrayList<>(super.onList(prefix, limit));
                        Collections.reverse(list);
                        return list;
                    }
                }),
                Fault.that("lists more than was asked for", CatalogueContract.class, store -> new Tampered(store) {
                    @Override
                    List<LockStatus> onList(String prefix, int limit) {
                        return super.onList(prefix, Integer.MAX_VALUE);
                    }
                }),
                Fault.that("takes a prefix for a pattern", CatalogueContract.class, store -> new Tampered(store) {
                    @Override
                    List<LockStatus> onList(String prefix, int limit) {
                        String pattern =
                                prefix.replace("*", ".*").replace("?", ".").replace("\\", "\\\\") + ".*";
                        return super.onList("", Integer.MAX_VALUE).stream()
                                .filter(status -> status.name().matches(pattern))
                                .limit(limit)
                                .toList();
                    }
                }),
                Fault.that("lists names encoded", CatalogueContract.class, store -> new Tampered(store) {
                    @Override
                    List<LockStatus> onList(String prefix, int limit) {
                        return super.onList(prefix, limit).stream()
                                .map(status -> named(URLEncoder.encode(status.name(), StandardCharsets.UTF_8), status))
                                .toList();
                    }
                }),
                Fault.that("shows waiters in any order", QueueCatalogueContract.class, store -> new Tampered(store) {
                    @Override
                    Optional<LockStatus> onInspect(String name) {
                        return super.onInspect(name).map(status -> {
                            List<Holder> waiters = new ArrayList<>(status.waiters());
                            Collections.reverse(waiters);
                            return new LockStatus(name, status.holders(), status.token(), waiters);
                        });
                    }
                }));
    }

    private static LockStatus named(String name, LockStatus status) {
        return new LockStatus(name, status.holders(), status.token(), status.waiters());
    }
}
