package io.lockkeeper.simulation;

import io.lockkeeper.HeldLock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sees all clients at once, as only a simulation can: never two holders, and tokens that grow. */
final class Witness {

    private final List<Node> nodes;
    private final Map<String, Long> tokens = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private int holders;

    Witness(List<Node> nodes) {
        this.nodes = nodes;
    }

    /** How many holders there have been. */
    int holders() {
        return holders;
    }

    void look() {
        Map<String, HeldLock> holding = new HashMap<>();
        for (Node node : nodes) {
            for (HeldLock lease : node.held()) {
                HeldLock other = holding.put(lease.name(), lease);
                if (other != null) {
                    throw new AssertionError("Two hold at once: " + other + " and " + lease + " of " + node);
                }
                if (seen.add(node + " " + lease.token() + " " + lease.name())) {
                    begins(lease);
                }
            }
        }
    }

    private void begins(HeldLock lease) {
        holders++;
        Long before = tokens.put(lease.name(), lease.token());
        if (before != null && before >= lease.token()) {
            throw new AssertionError("After token " + before + " came " + lease);
        }
    }
}
