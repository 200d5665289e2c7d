package io.lockkeeper.idempotentform;

import io.lockkeeper.servers.RequiresProgram;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test class's need of an installed Chromium and its driver; see {@link RequiresProgram}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@RequiresProgram(
        value = "chromedriver",
        remedy = "apt-get install chromium chromium-driver, or let ./test install them")
@interface RequiresChromium {}
