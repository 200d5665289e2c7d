package io.lockkeeper.file;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of the ten thousand entries that were used last: for what nobody says when it is over. */
final class Recent<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1L;
    private static final int MOST = 10_000;

    Recent() {
        super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MOST;
    }
}
