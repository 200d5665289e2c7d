package io.lockkeeper.bench.idempotency;

import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;

/**
 * Apache Camel's idempotent consumer, all defaults. It commits the mark before the order and deletes it if the order fails, keeps no
 * answers, and skips repeats, those of a request in flight included.
 */
final class CamelService implements Service {
    private static final String KEY = "key";
    private static final String ORDERS = "direct:orders";

    private final HikariDataSource pool;
    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ProducerTemplate requests;

    private CamelService(HikariDataSource pool, Orders orders) throws Exception {
        this.pool = pool;
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(ORDERS)
                        .errorHandler(noErrorHandler())
                        .idempotentConsumer(header(KEY), new JdbcMessageIdRepository(pool, "orders"))
                        .process(exchange -> {
                            Order order = exchange.getMessage().getMandatoryBody(Order.class);
                            orders.place(pool, order.key());
                            order.placed().set(true);
                        });
            }
        });
        context.start();
        requests = context.createProducerTemplate();
    }

    static Service open(Servers servers, Orders orders) throws Exception {
        return new CamelService(servers.pool(), orders);
    }

    @Override
    public Answer place(String key) {
        Order order = new Order(key, new AtomicBoolean());
        requests.sendBodyAndHeader(ORDERS, order, KEY, key);
        return order.placed().get() ? Answer.RAN : Answer.SKIPPED;
    }

    @Override
    public void close() {
        try (pool) {
            context.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private record Order(String key, AtomicBoolean placed) {}
}
