package io.lockkeeper.idempotentform;

import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import io.lockkeeper.idempotency.web.Caller;
import io.lockkeeper.idempotency.web.HttpSettings;
import io.lockkeeper.idempotency.web.IdempotencyFilter;
import io.lockkeeper.idempotency.web.IdempotentRoute;
import io.lockkeeper.idempotency.web.Routes;
import io.lockkeeper.idempotency.web.TokenKeys;
import io.lockkeeper.idempotency.web.Tokens;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The shop with the form. One process, and so records in memory; several would share a database or Redis, and the token's secret. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(FormController.class)
public class IdempotentForm {

    private static final String VISITOR = "visitor";

    /** For Spring. */
    public IdempotentForm() {}

    /**
     * Opens the shop.
     *
     * @param args the port, 8080 by default
     */
    public static void main(String[] args) {
        System.out.println("The shop is open: " + address(open(args.length == 0 ? "8080" : args[0])));
    }

    static ConfigurableApplicationContext open(String port) {
        return new SpringApplicationBuilder(IdempotentForm.class)
                .bannerMode(Banner.Mode.OFF)
                .run("--server.address=127.0.0.1", "--server.port=" + port, "--logging.level.root=WARN");
    }

    static String address(ConfigurableApplicationContext shop) {
        return "http://127.0.0.1:" + shop.getEnvironment().getRequiredProperty("local.server.port") + "/";
    }

    /** Nobody logs in here: who has the session is the caller. Callers' names are stored, and a session's id is a secret, so it gets a name. */
    static Caller visitor(HttpServletRequest request) {
        HttpSession session = request.getSession();
        Object known = session.getAttribute(VISITOR);
        String name = known == null ? UUID.randomUUID().toString() : known.toString();
        session.setAttribute(VISITOR, name);
        return Caller.named(name);
    }

    @Bean
    OrderDesk desk() {
        return new OrderDesk(Duration.ofMillis(300));
    }

    @Bean
    IdempotentRoute orders() {
        return IdempotentRoute.of("POST", "/orders")
                .withKey(IdempotentRoute.KeySource.TOKEN)
                .withOptions(IdempotencyOptions.defaults().withMaxWait(Duration.ofSeconds(10)));
    }

    @Bean
    Tokens tokens() {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        return new Tokens(TokenKeys.of("1", secret), Duration.ofHours(12), InstantSource.system());
    }

    @Bean
    LeasedIdempotency idempotency() {
        return MemoryIdempotency.create();
    }

    @Bean
    IdempotencyFilter idempotencyFilter(LeasedIdempotency idempotency, Tokens tokens, IdempotentRoute orders) {
        return new IdempotencyFilter(
                idempotency,
                HttpSettings.defaults().withTokens(tokens, "token"),
                IdempotencyFilter.RouteResolver.of(Routes.of(orders)),
                request -> Optional.of(visitor(request)));
    }
}
