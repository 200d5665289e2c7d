/**
 * Real message brokers for tests: Kafka, Artemis and RabbitMQ.
 *
 * <pre>{@code
 * KafkaServer kafka = KafkaServer.shared();
 * kafka.kill();
 * kafka.restart();
 * }</pre>
 *
 * <p>They listen on the loopback interface only, and end with the JVM that started them. They keep what they confirmed
 * over a kill, not over a power cut: no disk is waited for. Kafka and Artemis run in JVMs of their own, on a class path
 * that the build of this module writes; nothing of theirs gets onto the class path of the tests. RabbitMQ must be
 * installed: see {@link io.lockkeeper.brokers.RequiresRabbitMq}.
 *
 * <p>Nothing of Lockkeeper but its servers may be imported here.
 */
@NullMarked
package io.lockkeeper.brokers;

import org.jspecify.annotations.NullMarked;
