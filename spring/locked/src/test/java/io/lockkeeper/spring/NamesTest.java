package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The names of locks. */
class NamesTest {

    private final TestApplication application = TestApplication.with(Map.of("area", "eu"), Orders.class, Tenant.class);
    private final Orders orders = application.get(Orders.class);

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void propertiesBeansAndArgumentsStandTogether() {
        assertThat(orders.together(new Order(42, new Customer("ann")))).containsExactly("eu:acme:42:ann");
    }

    @Test
    void argumentsHaveNumbersToo() {
        assertThat(orders.numbered("x", 2)).containsExactly("n:2:x");
    }

    @Test
    void differentValuesNeverMakeTheSameName() {
        assertThat(orders.two("a:b", "c")).containsExactly("two:a\\:b:c");
        assertThat(orders.two("a", "b:c")).containsExactly("two:a:b\\:c");
        assertThat(orders.two("a\\", ":c")).containsExactly("two:a\\\\:\\:c");
        assertThat(orders.two("a\\:", "c")).containsExactly("two:a\\\\\\::c");
    }

    @Test
    void aNameThatIsOneValueIsThatValue() {
        assertThat(orders.whole("http://shop/1")).containsExactly("http://shop/1");
    }

    @Test
    void eachElementOfAListMakesOneName() {
        assertThat(orders.all(List.of(3L, 1L, 2L, 1L))).containsExactly("order:1", "order:2", "order:3");
        assertThat(orders.array(5, 4)).containsExactly("order:4", "order:5");
    }

    @Test
    void severalNamesAreAcquiredTogether() {
        assertThat(orders.transfer("b", "a")).containsExactly("account:a", "account:b");
        assertThat(orders.transfer("a", "a")).containsExactly("account:a");
    }

    @Test
    void nothingIsLockedForNullOrAnEmptyList() {
        assertThatThrownBy(() -> orders.whole(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("#name in the name \"#name\" is null.");
        assertThatThrownBy(() -> orders.all(List.of())).hasMessageContaining("is an empty list");
        assertThatThrownBy(() -> orders.all(Arrays.asList(1L, null))).hasMessageContaining("is null");
        assertThatThrownBy(() -> orders.any(new Object())).hasMessageContaining("has no toString of its own");
        assertThatThrownBy(() -> orders.any(List.of(List.of(1)))).hasMessageContaining("a list in a list");
        assertThatThrownBy(() -> orders.any(Map.of(1, 2))).hasMessageContaining("is a map");
    }

    @Test
    void aPropertyWithoutAValueStopsTheStart() {
        assertThatThrownBy(() -> TestApplication.of(Placeless.class).close())
                .hasStackTraceContaining("name = \"${place}:1\" has no value");
    }

    @Test
    void aCompiledExpressionGivesTheSameAsBefore() {
        for (int id = 0; id < 500; id++) {
            assertThat(orders.together(new Order(id, new Customer("c" + id))))
                    .containsExactly("eu:acme:" + id + ":c" + id);
        }
    }

    /** What is ordered. */
    public record Order(long id, Customer customer) {}

    /** Who orders. */
    public record Customer(String name) {}

    static class Tenant {
        public String name() {
            return "acme";
        }
    }

    static class Placeless {
        @Locked("${place}:1")
        public void work() {}
    }

    static class Orders {
        private final LockClient locks;

        Orders(LockClient locks) {
            this.locks = locks;
        }

        @Locked("${area}:#{@'namesTest.Tenant'.name()}:#order.id:#order.customer.name")
        public List<String> together(Order order) {
            return LockedTest.held(locks);
        }

        @Locked("n:#a1:#p0")
        public List<String> numbered(String first, int second) {
            return LockedTest.held(locks);
        }

        @Locked("two:#first:#second")
        public List<String> two(String first, String second) {
            return LockedTest.held(locks);
        }

        @Locked("#name")
        public List<String> whole(@Nullable String name) {
            return LockedTest.held(locks);
        }

        @Locked("order:#ids")
        public List<String> all(List<Long> ids) {
            return LockedTest.held(locks);
        }

        @Locked("order:#ids")
        public List<String> array(int... ids) {
            return LockedTest.held(locks);
        }

        @Locked("o:#any")
        public List<String> any(Object any) {
            return LockedTest.held(locks);
        }

        @Locked({"account:#from", "account:#to"})
        public List<String> transfer(String from, String to) {
            return LockedTest.held(locks);
        }
    }
}
