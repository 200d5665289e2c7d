package io.lockkeeper.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutesTest {

    @Test
    void aSegmentInBracesIsAnyAndTwoStarsAreAnyRest() {
        Routes routes = Routes.of(IdempotentRoute.of("POST", "/orders/{id}"), IdempotentRoute.of("POST", "/files/**"));
        assertThat(routes.find("POST", "/orders/7")).isPresent();
        assertThat(routes.find("POST", "/orders/")).isEmpty();
        assertThat(routes.find("POST", "/orders/7/lines")).isEmpty();
        assertThat(routes.find("PUT", "/orders/7")).isEmpty();
        assertThat(routes.find("POST", "/files/a/b")).isPresent();
        assertThat(IdempotencyFilter.RouteResolver.of(routes)).isNotNull();
        assertThat(IdempotencyWebFilter.RouteResolver.of(routes)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders/*", "/**/payment", "/orders/{*rest}", "/orders/order-{id}", "/order?"})
    void aPatternThatWouldNeverMatchIsRefused(String pattern) {
        Routes routes = Routes.of(IdempotentRoute.of("POST", pattern));
        assertThatThrownBy(() -> IdempotencyFilter.RouteResolver.of(routes)).hasMessageContaining(pattern);
        assertThatThrownBy(() -> IdempotencyWebFilter.RouteResolver.of(routes)).hasMessageContaining(pattern);
    }

    @Test
    void aMethodInLowerCaseIsRefused() {
        Routes routes = Routes.of(IdempotentRoute.of("post", "/orders"));
        assertThatThrownBy(() -> IdempotencyFilter.RouteResolver.of(routes)).hasMessageContaining("post");
    }
}
