package io.lockkeeper.jdbc;

import java.util.concurrent.ScheduledExecutorService;

/**
 * What a post needs.
 *
 * @param connections where connections come from
 * @param sql the statements
 * @param timer when to ask again
 * @param failures what errors mean
 */
record PostOffice(Connections connections, Sql sql, ScheduledExecutorService timer, SqlFailures failures) {}
