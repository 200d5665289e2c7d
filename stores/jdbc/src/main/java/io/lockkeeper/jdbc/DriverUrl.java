package io.lockkeeper.jdbc;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A database's URL as the driver that is there understands it. */
final class DriverUrl {

    private static final String MYSQL = "jdbc:mysql:";

    private DriverUrl() {}

    /** MariaDB's driver speaks with MySQL, but takes its URLs only if they say so. */
    static String of(String url) {
        if (!url.startsWith(MYSQL) || isAccepted(url)) {
            return url;
        }
        String permitted = url + (url.contains("?") ? "&" : "?") + "permitMysqlScheme=true";
        return isAccepted(permitted) ? permitted : url;
    }

    private static boolean isAccepted(String url) {
        return DriverManager.drivers().anyMatch(driver -> accepts(driver, url));
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException malformed) {
            return false;
        }
    }
}
