package io.lockkeeper.zookeeper;

import io.lockkeeper.sessions.Listeners;
import java.util.List;
import org.apache.zookeeper.data.ACL;

/**
 * What a store's locks are made of.
 *
 * @param layout where they are
 * @param nodes makes and finds the nodes of claims
 * @param places what this store knows of its own
 * @param turns decides whose turn it is
 * @param departures takes claims out of their lines
 */
record Recipe(Layout layout, Nodes nodes, Places places, Turns turns, Departures departures) {

    static Recipe of(Layout layout, List<ACL> acl, Listeners ears, Failures failures) {
        Places places = new Places();
        Nodes nodes = new Nodes(layout, acl);
        Departures departures = new Departures(nodes, places, ears);
        return new Recipe(layout, nodes, places, new Turns(nodes, places, departures, ears, failures), departures);
    }

    /** Whether a node is that of a claim of this store's. */
    boolean isOurs(String path) {
        return path.startsWith(layout.root() + '/') && places.isOurs(NodeName.parse(Layout.last(path)));
    }
}
