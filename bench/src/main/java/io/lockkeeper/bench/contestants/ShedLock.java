package io.lockkeeper.bench.contestants;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider.Configuration;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock with its JDBC provider and the database's clock. It cannot wait, so who finds a lock held tries again. */
final class ShedLock {
    /** Three milliseconds: it is for the caller to choose, and at longer ones hand-overs would be nothing but the pause. */
    private static final long RETRY_NANOS = 3_000_000;

    private static final Duration LEASE = Duration.ofSeconds(30);

    private ShedLock() {}

    static Locks open(String url) {
        HikariDataSource pool = Pool.open(url);
        JdbcTemplateLockProvider provider = new JdbcTemplateLockProvider(Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .usingDbTime()
                .build());
        return Locks.of(
                name -> {
                    provider.clearCache(); // It remembers which rows there are, and waits for ever for one that is
                    // gone.
                    return mutex(provider, name);
                },
                pool::close);
    }

    private static Mutex mutex(LockProvider provider, String name) {
        AtomicReference<@Nullable SimpleLock> held = new AtomicReference<>();
        return Mutex.of(
                () -> held.set(take(provider, name)),
                () -> Objects.requireNonNull(held.getAndSet(null), "not held").unlock());
    }

    private static SimpleLock take(LockProvider provider, String name) {
        while (true) {
            Optional<SimpleLock> lock =
                    provider.lock(new LockConfiguration(ClockProvider.now(), name, LEASE, Duration.ZERO));
            if (lock.isPresent()) {
                return lock.get();
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }
}
