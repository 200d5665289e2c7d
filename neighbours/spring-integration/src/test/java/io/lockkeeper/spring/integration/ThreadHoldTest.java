package io.lockkeeper.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What happens to a lease between two questions about it. */
class ThreadHoldTest {

    @Test
    void aRenewedLeaseThatEndsWhileItIsRenewedIsLost() throws Exception {
        try (LockClient client = LockClient.connect("memory:thread-hold");
                Lease lease = client.lock("ending").acquire()) {
            ThreadHold hold = new ThreadHold(withNothingLeft(lease), LockOptions.defaults());

            assertThat(hold.renew(client, null)).isFalse();
        }
    }

    /** A lease that was held a moment ago, of which nothing is left now. */
    private static Lease withNothingLeft(Lease lease) {
        return (Lease) Proxy.newProxyInstance(
                Lease.class.getClassLoader(), new Class<?>[] {Lease.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("remaining")) {
                        return Optional.of(Duration.ZERO);
                    }
                    try {
                        return method.invoke(lease, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
