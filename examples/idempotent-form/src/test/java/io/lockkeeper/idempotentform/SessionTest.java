package io.lockkeeper.idempotentform;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.web.RequestScope;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The form without a browser. */
class SessionTest {

    private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");

    @Test
    void theIdOfASessionIsNotStored() throws Exception {
        CookieManager cookies = new CookieManager();
        HttpClient http = HttpClient.newBuilder().cookieHandler(cookies).build();
        try (ConfigurableApplicationContext shop = IdempotentForm.open("0")) {
            URI form = URI.create(IdempotentForm.address(shop));
            Matcher token = TOKEN.matcher(http.send(HttpRequest.newBuilder(form).build(), BodyHandlers.ofString())
                    .body());
            assertThat(token.find()).isTrue();
            HttpRequest order = HttpRequest.newBuilder(form.resolve("/orders"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("article=Vase&token=" + token.group(1)))
                    .build();
            assertThat(http.send(order, BodyHandlers.discarding()).statusCode()).isEqualTo(303);
            assertThat(http.send(order, BodyHandlers.discarding()).headers().firstValue("Idempotent-Replayed"))
                    .hasValue("true");
            String session = cookies.getCookieStore().getCookies().get(0).getValue();
            String scope = new RequestScope(null, session, "POST", "/orders").text();
            assertThat(shop.getBean(LeasedIdempotency.class).catalogue().list(scope, 10))
                    .isEmpty();
        }
    }
}
