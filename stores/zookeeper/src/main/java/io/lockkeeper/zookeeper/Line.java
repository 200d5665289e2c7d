package io.lockkeeper.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The claims on one lock at one moment. */
final class Line {

    private final List<NodeName> nodes;

    private Line(List<NodeName> nodes) {
        this.nodes = nodes;
    }

    /** Reads the names of a lock's children, which come in no order. */
    static Line of(List<String> children) {
        List<NodeName> nodes = new ArrayList<>(children.size());
        for (String child : children) {
            NodeName node = NodeName.parse(child);
            if (node != null) {
                nodes.add(node);
            }
        }
        return new Line(nodes);
    }

    int size() {
        return nodes.size();
    }

    boolean has(NodeName own) {
        return nodes.stream().anyMatch(node -> node.text().equals(own.text()));
    }

    /** Who holds the lock; null if nobody does. */
    @Nullable
    NodeName first() {
        NodeName first = null;
        for (NodeName node : nodes) {
            if (first == null || node.isBefore(first)) {
                first = node;
            }
        }
        return first;
    }

    /** How many are before one. */
    int ahead(NodeName own) {
        int ahead = 0;
        for (NodeName node : nodes) {
            if (node.isBefore(own)) {
                ahead++;
            }
        }
        return ahead;
    }

    /** Who is right before one; null if it is the first. */
    @Nullable
    NodeName before(NodeName own) {
        NodeName nearest = null;
        for (NodeName node : nodes) {
            if (node.isBefore(own) && (nearest == null || nearest.isBefore(node))) {
                nearest = node;
            }
        }
        return nearest;
    }

    /** All in their order. */
    List<NodeName> inOrder() {
        List<NodeName> sorted = new ArrayList<>(nodes);
        sorted.sort((one, other) -> Integer.signum(one.number() - other.number()));
        return sorted;
    }
}
