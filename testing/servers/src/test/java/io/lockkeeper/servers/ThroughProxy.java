package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A Redis server, and a proxy in front of it that is new for each test. */
abstract class ThroughProxy {
    static final Duration SHORT = Duration.ofMillis(200);
    static final Duration LONG = Duration.ofSeconds(30);

    static RedisServer redis;
    TcpProxy proxy;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void startProxy() {
        redis.exec("FLUSHALL");
        proxy = redis.proxy();
    }

    @AfterEach
    void closeProxy() {
        proxy.close();
    }

    RespConnection connect(Duration patience) {
        return RespConnection.open(proxy.port(), patience);
    }

    @Nullable
    Object ping() {
        return ping(proxy);
    }

    static @Nullable Object ping(TcpProxy proxy) {
        try (RespConnection connection = RespConnection.open(proxy.port(), LONG)) {
            return connection.exec("PING");
        }
    }

    static Duration timeOf(RespConnection connection) {
        long start = System.nanoTime();
        connection.exec("PING");
        return Duration.ofNanos(System.nanoTime() - start);
    }

    static void assertNoReply(RespConnection connection, String... command) {
        connection.patience(SHORT);
        assertThatThrownBy(() -> connection.exec(command)).hasRootCauseMessage("Read timed out");
        connection.patience(LONG);
    }

    static void assertReplyArrives(RespConnection connection, String reply) {
        Await.until("the reply", LONG, () -> reply.equals(connection.receive()));
    }

    static void assertBroken(RespConnection connection) {
        assertBroken(connection, "PING");
    }

    static void assertBroken(RespConnection connection, String... command) {
        assertThatThrownBy(() -> connection.exec(command))
                .isInstanceOf(UncheckedIOException.class)
                .rootCause()
                .hasMessageNotContaining("timed out");
    }
}
