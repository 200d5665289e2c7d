package io.lockkeeper.zookeeper;

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

    static Recipe of(ZooKeeperSettings settings, Ears ears, Failures failures) {
        Layout layout = new Layout(settings.path());
        Places places = new Places();
        Nodes nodes = new Nodes(layout, settings.acl());
        Departures departures = new Departures(nodes, places, ears);
        return new Recipe(layout, nodes, places, new Turns(nodes, places, departures, ears, failures), departures);
    }
}
