/**
 * Real servers, other JVMs and faulty networks for tests.
 *
 * <pre>{@code
 * try (RedisServer redis = RedisServer.start();
 *      TcpProxy network = redis.proxy();
 *      JavaProcess holder = JavaProcess.start(Holder.class, redis.url(network))) {
 *   holder.awaitLine("held"::equals, Duration.ofSeconds(10));
 *   network.freezeReplies();
 * }
 * }</pre>
 *
 * <p>Servers that are newer than the machine's own are an {@link io.lockkeeper.servers.Installation}.
 *
 * <p>Everything listens on the loopback interface only and ends with the JVM that started it, even if
 * that one is killed. Nothing of Lockkeeper may be imported here: the stores' tests depend on this
 * package, not the other way round.
 */
@NullMarked
package io.lockkeeper.servers;

import org.jspecify.annotations.NullMarked;
