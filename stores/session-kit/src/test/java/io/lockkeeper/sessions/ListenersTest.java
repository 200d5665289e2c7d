package io.lockkeeper.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.GrantPush.Signals;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Each client is told what concerns it, whatever becomes of others. */
class ListenersTest {

    private final Listeners listeners = new Listeners();
    private final List<String> heard = new ArrayList<>();

    @Test
    void aClientIsToldWhatConcernsItIfItListens() {
        listeners.add("ann", signals(heard::add));
        assertThat(listeners.listens("ann")).isTrue();
        assertThat(listeners.listens("bob")).isFalse();
        listeners.tell("ann", signals -> signals.free("orders"));
        listeners.tell("bob", signals -> signals.free("stock"));
        assertThat(heard).containsExactly("free");
    }

    @Test
    void whatAClientThrowsConcernsNoOther() {
        for (String client : List.of("ann", "eve", "joe")) {
            listeners.add(client, signals(signal -> {
                throw new StackOverflowError();
            }));
        }
        listeners.add("bob", signals(heard::add));
        listeners.missed();
        listeners.tell("ann", signals -> signals.free("orders"));
        assertThat(heard).containsExactly("missed");
    }

    @Test
    void nobodyIsToldAnythingByAStoreThatIsClosed() {
        listeners.add("ann", signals(heard::add));
        listeners.close();
        listeners.missed();
        listeners.tell("ann", signals -> signals.free("orders"));
        assertThat(heard).isEmpty();
    }

    private static Signals signals(Consumer<String> hearer) {
        return (Signals) Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {Signals.class}, (proxy, method, arguments) -> {
                    hearer.accept(method.getName());
                    return null;
                });
    }
}
