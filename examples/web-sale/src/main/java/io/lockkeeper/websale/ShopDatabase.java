package io.lockkeeper.websale;

import io.lockkeeper.websale.shop.ShopService;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.tools.Server;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * The shop's database: H2 in the memory of this process, which serves it to the order services on a port of its own.
 * Safe for use by many threads.
 */
final class ShopDatabase implements AutoCloseable {

    private static final String USER = "shop";

    private final String password = UUID.randomUUID().toString();
    private final String name = "mem:shop-" + UUID.randomUUID();
    private final JdbcConnectionPool connections;
    private final Server server;
    private final JdbcClient sql;

    /**
     * The figures of the sale, all from one statement.
     *
     * @param stock how many items are left, as the article's row says
     * @param sold how many items were sold, as the accepted orders say
     * @param accepted how many orders were accepted
     * @param soldOut how many orders were refused because too few items were left
     * @param tooLate how many orders the database refused because of their token
     * @param gaveUp how many orders did not acquire the lock in time
     */
    record Figures(int stock, int sold, int accepted, int soldOut, int tooLate, int gaveUp) {}

    /** What a service sold. */
    record Share(String service, int orders, int items) {}

    /** An order of the book; the token as text, see {@link Snapshot.Holder}. */
    record Entry(long id, String service, int quantity, String outcome, int remaining, String token) {}

    ShopDatabase(Arguments arguments) throws SQLException {
        connections = JdbcConnectionPool.create("jdbc:h2:" + name + ";DB_CLOSE_DELAY=-1", USER, password);
        sql = JdbcClient.create(connections);
        new ResourceDatabasePopulator(new ClassPathResource(ShopService.TABLES, ShopService.class))
                .execute(connections);
        reset(arguments.stock());
        server = Server.createTcpServer("-tcpPort", "0").start();
    }

    /** H2 listens on all interfaces otherwise. To be called first: H2 reads the property when it is loaded, which a lock store may cause. */
    static void listenOnLoopbackOnly() {
        System.setProperty("h2.bindAddress", "127.0.0.1");
    }

    /** The address for other processes. */
    String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + name;
    }

    String user() {
        return USER;
    }

    /** The password, which is new for every sale: other users of the machine see the port, too. */
    String password() {
        return password;
    }

    void reset(int stock) {
        int orders = sql.sql("delete from orders").update();
        int articles = sql.sql("update article set stock = ?").param(stock).update();
        if (articles != 1) {
            throw new IllegalStateException(articles + " articles, " + orders + " orders");
        }
    }

    Figures figures() {
        return sql.sql("""
                select (select stock from article) as stock,
                  coalesce(sum(case outcome when 'ACCEPTED' then quantity else 0 end), 0) as sold,
                  count(case outcome when 'ACCEPTED' then 1 end) as accepted,
                  count(case outcome when 'SOLD_OUT' then 1 end) as sold_out,
                  count(case outcome when 'TOO_LATE' then 1 end) as too_late,
                  count(case outcome when 'GAVE_UP' then 1 end) as gave_up
                from orders""").query(Figures.class).single();
    }

    List<Share> shares() {
        return sql.sql("""
                select service, count(*) as orders, sum(quantity) as items
                from orders where outcome = 'ACCEPTED' group by service""").query(Share.class).list();
    }

    /** The latest orders, the newest first. */
    List<Entry> latest(int number) {
        return sql.sql("""
                select id, service, quantity, outcome, remaining, token
                from orders order by id desc limit ?""").param(number).query(Entry.class).list();
    }

    @Override
    public void close() {
        server.stop();
        sql.sql("shutdown immediately").update();
        connections.dispose();
    }
}
