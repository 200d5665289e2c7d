package io.lockkeeper.brokers;

import io.lockkeeper.servers.RequiresProgram;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test's or test class's need of an installed RabbitMQ; see {@link RequiresProgram}. */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@RequiresProgram(value = "rabbitmq-server", remedy = "apt-get install rabbitmq-server, or let ./test install it")
public @interface RequiresRabbitMq {}
