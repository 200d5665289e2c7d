package io.lockkeeper.simulation;

import io.lockkeeper.HeldLock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sees all clients at once, as only a simulation can: never two holders, and tokens that grow. A holder whose lock was taken
 * away does not count any more, but must learn of it in time.
 */
final class Witness {

    private final List<Node> nodes;
    private final Map<String, Long> tokens = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final List<Taken> taken = new ArrayList<>();
    private int holders;

    Witness(List<Node> nodes) {
        this.nodes = nodes;
    }

    /**
     * A grant that was taken away.
     *
     * @param name the lock's
     * @param client the holder
     * @param token the last of the grant
     * @param end when the lease ends that the holder knows of
     * @param told when a holder knows at the latest that can ask the store
     */
    record Taken(String name, String client, long token, long end, long told) {

        boolean isOf(HeldLock lease) {
            return name.equals(lease.name()) && client.equals(lease.holder().client()) && lease.token() <= token;
        }
    }

    /** How many holders there have been. */
    int holders() {
        return holders;
    }

    void tookAway(Taken grant) {
        taken.add(grant);
    }

    void look(long now) {
        Map<String, HeldLock> holding = new HashMap<>();
        for (Node node : nodes) {
            for (HeldLock lease : node.held()) {
                if (wasTaken(node, lease, now)) {
                    continue;
                }
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

    private boolean wasTaken(Node node, HeldLock lease, long now) {
        for (Taken grant : taken) {
            if (grant.isOf(lease)) {
                if (now > (node.isDead() ? grant.end() : Math.min(grant.end(), grant.told()))) {
                    throw new AssertionError(node + " was not told that it lost " + lease + ": " + grant);
                }
                return true;
            }
        }
        return false;
    }

    private void begins(HeldLock lease) {
        holders++;
        Long before = tokens.put(lease.name(), lease.token());
        if (before != null && before >= lease.token()) {
            throw new AssertionError("After token " + before + " came " + lease);
        }
    }
}
