package io.lockkeeper.bench.contestants;

import com.zaxxer.hikari.HikariDataSource;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock with its JDBC provider and the database's clock. It cannot wait, so who finds a lock held tries again, see {@link ShedLockMutex}. */
public final class ShedLock implements OnDatabase {

    @Override
    public String name() {
        return "shedlock";
    }

    @Override
    public Locks open(String url) {
        HikariDataSource pool = Pool.open(url);
        JdbcTemplateLockProvider provider = new JdbcTemplateLockProvider(Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .usingDbTime()
                .build());
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                provider.clearCache(); // It remembers which rows there are, and waits for ever for one that is gone.
                return new ShedLockMutex(provider, name);
            }

            @Override
            public void close() {
                pool.close();
            }
        };
    }
}
