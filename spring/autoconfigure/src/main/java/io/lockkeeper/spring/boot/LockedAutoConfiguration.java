package io.lockkeeper.spring.boot;

import io.lockkeeper.spring.EnableLocked;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Configuration;

/** Switches on {@link io.lockkeeper.spring.Locked}, with proxies as the application has them for transactions. */
@AutoConfiguration(after = LockkeeperAutoConfiguration.class)
@ConditionalOnClass(EnableLocked.class)
@ConditionalOnProperty(name = "lockkeeper.enabled", havingValue = "true", matchIfMissing = true)
public class LockedAutoConfiguration {

    /** Created by Spring. */
    public LockedAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @EnableLocked(proxyTargetClass = true)
    @ConditionalOnProperty(name = "spring.aop.proxy-target-class", havingValue = "true", matchIfMissing = true)
    static class ByClass {}

    @Configuration(proxyBeanMethods = false)
    @EnableLocked
    @ConditionalOnProperty(name = "spring.aop.proxy-target-class", havingValue = "false")
    static class ByInterface {}
}
