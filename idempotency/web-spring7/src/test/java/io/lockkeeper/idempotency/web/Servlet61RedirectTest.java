package io.lockkeeper.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** The redirects that only Servlet 6.1 has are held back and replayed like the others. */
class Servlet61RedirectTest extends FilterTesting {

    @Test
    void aRedirectWithAStatusIsReplayed() throws Exception {
        serve((request, response) -> response.sendRedirect("/shop/orders/7", 303));
        for (int i = 0; i < 2; i++) {
            HttpResponse<byte[]> answer = send(order("{}"));
            assertThat(answer.statusCode()).isEqualTo(303);
            assertThat(header(answer, "Location")).isEqualTo("/shop/orders/7");
            assertThat(replayed(answer)).isEqualTo(i == 1);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void noRedirectIsSentOfWorkThatIsRolledBack() throws Exception {
        isRolledBack((request, response) -> response.sendRedirect("/shop/orders/7", 303));
        isRolledBack((request, response) -> response.sendRedirect("/shop/orders/7", false));
        isRolledBack((request, response) -> response.sendRedirect("/shop/orders/7", 303, true));
    }

    private void isRolledBack(TestServer.Handler handler) throws Exception {
        StoreUnavailableException failure = new StoreUnavailableException("rolled back", true, null);
        serve(StubIdempotency.failingAfter(failure), settings, ORDERS, handler);
        HttpResponse<byte[]> answer = send(order("{}"));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(header(answer, "Location")).isEqualTo("none");
    }
}
