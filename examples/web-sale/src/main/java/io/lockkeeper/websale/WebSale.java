package io.lockkeeper.websale;

import io.lockkeeper.Guarantees;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.websale.shop.LocalRequests;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/**
 * The flash sale as a web service: starts two order services, buyers, and a page that shows the sale live. Runs until it
 * is interrupted, and ends what it started.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
@Import({
    ShopDatabase.class,
    Services.class,
    Buyers.class,
    Observer.class,
    LivePage.class,
    Sale.class,
    SaleController.class,
    LocalRequests.class
})
public class WebSale {

    /** For Spring. */
    public WebSale() {}

    /**
     * Starts the sale.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        if (List.of(args).contains("--help")) {
            System.out.println(Arguments.USAGE);
            return;
        }
        try {
            ConfigurableApplicationContext sale = open(Arguments.parse(args));
            System.out.println("The sale is open: " + address(sale) + " (Ctrl-C ends it)");
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.err.println(Arguments.USAGE);
            System.exit(2);
        } catch (StoreUnavailableException unavailable) {
            System.err.println(unavailable.getMessage());
            System.exit(1);
        }
    }

    /** Opens a sale, which ends when the returned context is closed. */
    static ConfigurableApplicationContext open(Arguments arguments) {
        ShopDatabase.listenOnLoopbackOnly();
        LockStore store = LockStore.of(arguments);
        @Nullable LockClient locks = null;
        try {
            // Outside of Spring, whose report of a failed start would bury the reason.
            LockClient connected = LockClient.connect(store.url());
            locks = connected;
            if (connected.guarantees().reach() == Guarantees.Reach.PROCESS) {
                throw new IllegalArgumentException(
                        "The locks of this store reach one process only, and the sale has several.");
            }
            return new SpringApplicationBuilder(WebSale.class)
                    .bannerMode(Banner.Mode.OFF)
                    .initializers(context -> register((GenericApplicationContext) context, arguments, store, connected))
                    // As arguments, which take precedence over the environment.
                    .run(
                            "--server.address=127.0.0.1",
                            "--server.port=" + arguments.pagePort(),
                            "--server.shutdown=immediate", // A page that is open never ends its request.
                            "--logging.level.root=WARN");
        } catch (RuntimeException failed) {
            if (locks != null) {
                locks.close();
            }
            store.close();
            throw failed;
        }
    }

    private static void register(
            GenericApplicationContext context, Arguments arguments, LockStore store, LockClient locks) {
        context.registerBean(Arguments.class, () -> arguments);
        context.registerBean(LockStore.class, () -> store);
        context.registerBean(LockClient.class, () -> locks);
    }

    static String address(ConfigurableApplicationContext sale) {
        return "http://127.0.0.1:" + sale.getEnvironment().getRequiredProperty("local.server.port") + "/";
    }
}
