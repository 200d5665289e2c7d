package io.lockkeeper.bench.idempotency;

/** What is measured. */
enum Contestant {
    BARE("the handler alone"),
    TRANSACTIONAL("Lockkeeper, transactional, PostgreSQL"),
    LEASED_REDIS("Lockkeeper, leased, Redis"),
    LEASED_POSTGRESQL("Lockkeeper, leased, PostgreSQL"),
    SPRING_POSTGRESQL("Spring Integration, in a transaction, PostgreSQL"),
    SPRING_REDIS("Spring Integration, Redis"),
    CAMEL_POSTGRESQL("Apache Camel, PostgreSQL");

    private final String title;

    Contestant(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    Service open(Servers servers, Orders orders) throws Exception {
        return switch (this) {
            case BARE -> BareService.open(servers, orders);
            case TRANSACTIONAL -> LockkeeperService.transactional(servers, orders);
            case LEASED_REDIS -> LockkeeperService.leasedInRedis(servers, orders);
            case LEASED_POSTGRESQL -> LockkeeperService.leasedInDatabase(servers, orders);
            case SPRING_POSTGRESQL -> SpringService.inDatabase(servers, orders);
            case SPRING_REDIS -> SpringService.inRedis(servers, orders);
            case CAMEL_POSTGRESQL -> CamelService.open(servers, orders);
        };
    }
}
