package io.lockkeeper.bench.contestants;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** Connections to a database as most applications have them: HikariCP's, with its defaults, which are ten a process. */
final class Pool {
    private Pool() {}

    static HikariDataSource open(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        return new HikariDataSource(config);
    }

    static boolean isPostgreSql(String url) {
        return url.startsWith("jdbc:postgresql:");
    }
}
