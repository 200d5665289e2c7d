package io.lockkeeper.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RequestScopeTest {

    @Test
    void itIsReadable() {
        assertThat(new RequestScope(null, "alice", "POST", "/orders").text())
                .isEqualTo("http:-,5:alice,4:POST,7:/orders");
    }

    @Test
    void noTwoScopesAreWrittenAlike() {
        List<RequestScope> scopes = List.of(
                new RequestScope(null, null, "POST", "/orders"),
                new RequestScope("", null, "POST", "/orders"),
                new RequestScope(null, "", "POST", "/orders"),
                new RequestScope(null, "-", "POST", "/orders"),
                new RequestScope("-", null, "POST", "/orders"),
                new RequestScope("a", "b", "POST", "/orders"),
                new RequestScope("b", "a", "POST", "/orders"),
                new RequestScope("a,1:b", null, "POST", "/orders"),
                new RequestScope("a", "1:b", "POST", "/orders"),
                new RequestScope("a", "b", "PUT", "/orders"),
                new RequestScope("a", "b", "POST", "/orders/"),
                new RequestScope(null, "x".repeat(300), "POST", "/orders"),
                new RequestScope("x".repeat(300), null, "POST", "/orders"),
                new RequestScope(null, "x".repeat(299), "POST", "/orders"),
                new RequestScope(null, "\u00fc", "POST", "/orders"),
                new RequestScope(null, "u\u0308", "POST", "/orders"));
        assertThat(scopes.stream().map(RequestScope::text).distinct()).hasSize(scopes.size());
    }

    @Test
    void namesThatWouldBeWrittenAlikeAreRefused() {
        for (String name : List.of("\ud800", "\udc00".repeat(100))) {
            RequestScope scope = new RequestScope(null, name, "POST", "/orders");
            assertThatThrownBy(scope::text).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void longOnesAndOthersThanAsciiAreHashed() {
        String hashed = new RequestScope(null, "x".repeat(10_000), "POST", "/orders").text();
        assertThat(hashed).startsWith("http#").hasSize(48).doesNotContain("xx");
        assertThat(new RequestScope(null, "a\nb", "POST", "/orders").text()).startsWith("http#");
    }
}
