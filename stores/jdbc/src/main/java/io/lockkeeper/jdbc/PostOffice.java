package io.lockkeeper.jdbc;

/**
 * What a post needs.
 *
 * @param connections where connections come from
 * @param sql the statements
 * @param rechecks when to ask again
 * @param failures what errors mean
 */
record PostOffice(Connections connections, Sql sql, Rechecks rechecks, SqlFailures failures) {}
