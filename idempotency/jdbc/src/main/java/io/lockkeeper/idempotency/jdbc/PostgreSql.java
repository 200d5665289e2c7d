package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.IdempotencyKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/** PostgreSQL, 12 or later. */
final class PostgreSql implements Dialect {

    /** A type, a relation or an index that two sessions create at the same time. */
    private static final Set<String> MADE_TWICE = Set.of("23505", "42P07", "42710");

    @Override
    public String title() {
        return "PostgreSQL";
    }

    @Override
    public String scheme() {
        return "postgresql";
    }

    @Override
    public String now() {
        return "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
    }

    @Override
    public void setKeyPart(PreparedStatement statement, int index, String part) throws SQLException {
        statement.setString(index, part);
    }

    @Override
    public ClaimReply claim(Connection connection, Sql sql, Mark mark) throws SQLException {
        try (PreparedStatement claim = connection.prepareStatement(sql.text("claim"))) {
            claim.setQueryTimeout(mark.patienceSeconds());
            int next = mark.set(claim, this);
            Mark.setRetention(claim, next, mark.retention());
            claim.setLong(next + 1, gate(mark.key()));
            try (ResultSet answer = claim.executeQuery()) {
                if (!answer.next()) {
                    return ClaimReply.UNSEEN;
                }
                return switch (answer.getString("answer")) {
                    case "made" -> new ClaimReply.Made(answer.getLong("token"));
                    case "busy" -> ClaimReply.BUSY;
                    default -> new ClaimReply.Seen(Row.read(answer));
                };
            }
        }
    }

    /** The number of the advisory lock of a key: two keys with the same number are not in flight at the same time. */
    static long gate(IdempotencyKey key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update("lockkeeper idempotency\0".getBytes(StandardCharsets.UTF_8));
            digest.update(key.scope().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            return ByteBuffer.wrap(digest.digest(key.id().getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    @Override
    public boolean isUndone(SQLException failure) {
        return "40001".equals(failure.getSQLState()) || "40P01".equals(failure.getSQLState());
    }

    @Override
    public boolean isMadeTwice(SQLException failure) {
        return MADE_TWICE.contains(String.valueOf(failure.getSQLState()));
    }
}
