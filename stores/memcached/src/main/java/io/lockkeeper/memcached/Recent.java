package io.lockkeeper.memcached;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map of the ten thousand entries that were used last: for what nobody says when it is over. Safe for many threads. */
final class Recent<K, V> {

    private static final int MOST = 10_000;

    private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > MOST;
        }
    };

    synchronized @Nullable V get(K key) {
        return entries.get(key);
    }

    synchronized boolean contains(K key) {
        return entries.containsKey(key);
    }

    synchronized void put(K key, V value) {
        entries.put(key, value);
    }

    synchronized @Nullable V remove(K key) {
        return entries.remove(key);
    }
}
