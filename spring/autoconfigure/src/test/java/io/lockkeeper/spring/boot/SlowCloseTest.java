package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockClient;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clients that take long to close, as those do whose store does not answer. */
class SlowCloseTest {

    @Test
    void no_client_waits_for_another() {
        CountDownLatch closing = new CountDownLatch(3);
        List<Boolean> together = new CopyOnWriteArrayList<>();
        Boots.runner()
                .withBean(
                        LockClientFactory.class,
                        () -> (store, url, options) -> slow(LockClient.connect("memory:" + store, options), () -> {
                            closing.countDown();
                            return together.add(closing.await(20, TimeUnit.SECONDS));
                        }))
                .withPropertyValues("lockkeeper.stores.one.url=memory:one", "lockkeeper.stores.two.url=memory:two")
                .run(context -> {
                    context.close();
                    assertThat(together).hasSizeGreaterThanOrEqualTo(3).doesNotContain(false);
                });
    }

    /** A client that does something else before it is closed at once. */
    private static LockClient slow(LockClient client, Callable<?> before) {
        return (LockClient) Proxy.newProxyInstance(
                LockClient.class.getClassLoader(), new Class<?>[] {LockClient.class}, (self, method, arguments) -> {
                    if (method.getName().equals("close") && arguments == null) {
                        Object unused = before.call();
                    }
                    return method.invoke(client, arguments);
                });
    }
}
