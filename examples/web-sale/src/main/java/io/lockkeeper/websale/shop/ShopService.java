package io.lockkeeper.websale.shop;

import java.io.IOException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** An order service. Started by the web sale, which names its store, database and port in the environment. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({OrderController.class, LocalRequests.class})
public class ShopService {

    /** The lock of the article. */
    public static final String LOCK = "web-sale:article";

    /** The script that creates the shop's tables, a resource beside this class. */
    public static final String TABLES = "tables.sql";

    /** Printed, followed by the port, as soon as the service takes orders. */
    public static final String OPEN = "open ";

    /** For Spring. */
    public ShopService() {}

    /**
     * Starts the service, which ends with the process that started it.
     *
     * @param args properties of Spring Boot
     * @throws IOException if standard input fails
     */
    public static void main(String[] args) throws IOException {
        ConfigurableApplicationContext context = SpringApplication.run(ShopService.class, args);
        System.out.println(OPEN + context.getEnvironment().getRequiredProperty("local.server.port"));
        while (System.in.read() >= 0) {
            // Standard input ends when the process that started this one has ended, however it did.
        }
        System.exit(SpringApplication.exit(context));
    }

    @Bean
    Shop shop(JdbcClient sql, TransactionOperations transactions, @Value("${sale.service}") String service) {
        return new Shop(sql, transactions, service);
    }

    @Bean
    Checkout checkout(Shop shop) {
        return new Checkout(shop);
    }
}
