package io.lockkeeper.bench.contestants;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * Spring Integration's lock registry for databases, which waits by trying again every 100 ms, its default. It renews
 * nothing by itself.
 */
final class SpringJdbc {
    private SpringJdbc() {}

    static Locks open(String url) {
        HikariDataSource pool = Pool.open(url);
        DefaultLockRepository repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new JdbcTransactionManager(pool));
        if (Pool.isPostgreSql(url)) {
            // As its documentation advises: otherwise each attempt at a held lock fails with an error.
            repository.setInsertQuery(repository.getInsertQuery() + " ON CONFLICT DO NOTHING");
        }
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        JdbcLockRegistry registry = new JdbcLockRegistry(repository);
        return Locks.of(name -> Mutex.of(registry.obtain(name)), () -> {
            repository.close();
            pool.close();
        });
    }
}
