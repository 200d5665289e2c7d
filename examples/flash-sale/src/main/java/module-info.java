/** A demonstration: order services that sell more than there is, and how a lock prevents it. */
module io.lockkeeper.flashsale {
    requires io.lockkeeper;
    requires static org.jspecify;

    exports io.lockkeeper.flashsale;
}
