package io.lockkeeper.websale;

import java.io.IOException;

/** The sale, as the page controls it. While it begins anew, what would disturb that waits. Safe for use by many threads. */
final class Sale {

    private final int stock;
    private final ShopDatabase database;
    private final Services services;
    private final Buyers buyers;

    Sale(Arguments arguments, ShopDatabase database, Services services, Buyers buyers) {
        this.stock = arguments.stock();
        this.database = database;
        this.services = services;
        this.buyers = buyers;
    }

    synchronized void start() {
        buyers.start();
    }

    void stop() throws InterruptedException {
        buyers.stop();
    }

    /** Begins anew with the full stock, when all orders of the old sale have their answers; so no service stays paused. */
    synchronized void reset() throws InterruptedException, IOException {
        for (int service = 0; service < services.names().size(); service++) {
            services.resume(service);
        }
        buyers.stop();
        database.reset(stock);
        buyers.reset();
    }

    void set(boolean locked, int ordersPerSecond) {
        buyers.rate(ordersPerSecond);
        buyers.lock(locked);
    }

    synchronized void pause(int service) throws IOException {
        services.pause(service);
    }

    void resume(int service) throws IOException {
        services.resume(service);
    }

    void kill(int service) {
        services.kill(service);
    }

    void restart(int service) throws IOException {
        services.restart(service);
    }
}
