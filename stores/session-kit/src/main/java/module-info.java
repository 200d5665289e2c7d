/** What the stores have in common whose locks live as long as a session. */
module io.lockkeeper.sessions {
    requires transitive io.lockkeeper;
    requires static org.jspecify;

    exports io.lockkeeper.sessions;
}
