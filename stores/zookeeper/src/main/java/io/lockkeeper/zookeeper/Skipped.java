package io.lockkeeper.zookeeper;

import io.lockkeeper.PlainText;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Nodes that were passed over when locks were listed. Each is named in the log once. */
final class Skipped {

    private static final int MOST = 1_000;

    private final Set<String> named = ConcurrentHashMap.newKeySet();

    void add(String path, String why) {
        if (named.size() < MOST && named.add(path)) {
            Log.get().warn("The node {} {}; it was skipped.", PlainText.of(path), why);
        }
    }
}
