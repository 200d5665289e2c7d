package io.lockkeeper.zookeeper;

import io.lockkeeper.sessions.Listeners;
import java.util.List;
import org.apache.zookeeper.data.ACL;

/**
 * What a store's locks are made of.
 *
 * @param layout where they are
 * @param places what this store knows of its own
 * @param turns decides whose turn it is
 * @param arrivals puts claims in their lines
 * @param departures takes claims out of their lines
 * @param recalls asks holders to leave their lines
 */
record Recipe(Layout layout, Places places, Turns turns, Arrivals arrivals, Departures departures, Recalls recalls) {

    static Recipe of(Layout layout, List<ACL> acl, Listeners listeners, Failures failures) {
        Places places = new Places();
        Nodes nodes = new Nodes(layout, acl);
        Departures departures = new Departures(nodes, places, listeners);
        Turns turns = new Turns(places, departures, listeners, failures);
        Recalls recalls = new Recalls(layout, acl, places, listeners);
        return new Recipe(layout, places, turns, new Arrivals(nodes, places, turns), departures, recalls);
    }

    /** Whether a node is that of a claim of this store's, or of a recall. */
    boolean isOurs(String path) {
        return path.startsWith(layout.root() + '/')
                && (places.isOurs(NodeName.parse(Layout.last(path))) || recalls.isOurs(path));
    }
}
