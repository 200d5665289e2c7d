package io.lockkeeper.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.Purpose;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** What both annotations promise to tests of an application whose store is not there. */
@SpringBootTest(
        classes = Shop.App.class,
        properties = "lockkeeper.store=redis://127.0.0.1:1",
        webEnvironment = SpringBootTest.WebEnvironment.NONE)
abstract class InTests {

    static final LockOptions STRICT = LockOptions.defaults()
            .withPurpose(Purpose.CORRECTNESS)
            .withAtLeast(Duration.ofHours(1))
            .withMaxWait(Duration.ZERO);

    @Autowired
    @SuppressWarnings("NullAway.Init")
    LockClient client;

    @Autowired
    @SuppressWarnings("NullAway.Init")
    Shop shop;

    @Test
    void a_lock_is_free_after_its_release() throws InterruptedException {
        DistributedLock lock = client.lock("job", STRICT);
        lock.acquire().close();
        lock.acquire().close();
        client.lock("job").acquire(STRICT).close();
        client.lock("job").acquire(STRICT).close();
        try (MultiLease both =
                client.all(List.of("a", "b"), STRICT.withAtLeast(Duration.ZERO)).acquire()) {
            assertThat(both.isHeld()).isTrue();
        }
    }

    @Test
    void a_thread_enters_its_lock_again() {
        DistributedLock lock = client.lock("reentrant", STRICT);
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.holdCount()).isEqualTo(2);
        lock.unlock();
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
    }

    @Test
    void a_holder_commits_that_checks_its_lease() {
        int before = shop.sold();
        shop.sell();
        assertThat(shop.sold()).isEqualTo(before + 1);
    }

    @Test
    void a_holder_without_its_lock_does_not_commit() {
        int before = shop.sold();
        assertThatThrownBy(shop::sellTooLate).isInstanceOf(NotHeldException.class);
        assertThat(shop.sold()).isEqualTo(before);
    }

    @Test
    void calls_within_a_call_enter_its_lock() {
        int before = shop.sold();
        shop.sellTwice(shop);
        assertThat(shop.sold()).isEqualTo(before + 2);
    }

    @Test
    void several_locks_go_by_their_names() {
        assertThat(shop.sellFromStock()).containsExactly("shop", "stock");
    }

    @Test
    void leases_go_by_the_names_of_their_locks() throws Exception {
        DistributedLock lock = client.lock("named");
        try (Lease lease = lock.acquire()) {
            assertThat(lease.name()).isEqualTo("named");
            assertThat(lease.onLost(loss -> {})).isSameAs(lease);
        }
        try (Lease lease = lock.acquireAsync().get()) {
            assertThat(lease.name()).isEqualTo("named");
        }
        assertThat(lock.tryAcquire()).hasValueSatisfying(lease -> {
            assertThat(lease.name()).isEqualTo("named");
            assertThat(client.release(lease.id())).isTrue();
        });
        assertThat(lock.call(Lease::name).value()).isEqualTo("named");
        try (MultiLease both = client.all(List.of("b", "a")).acquire()) {
            assertThat(both.lease("a").name()).isEqualTo("a");
            assertThat(both.leases()).extracting(Lease::name).containsExactly("a", "b");
        }
    }
}
