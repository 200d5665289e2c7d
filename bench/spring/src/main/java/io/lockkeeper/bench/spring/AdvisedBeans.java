package io.lockkeeper.bench.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/** The same application as {@link PlainBeans}, with advice by Spring alone that does nothing: what proxies cost without locks. */
@Configuration
@EnableAutoConfiguration
public class AdvisedBeans {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor advisor() {
        MethodInterceptor nothing = call -> call.proceed();
        return new DefaultPointcutAdvisor(new AnnotationMatchingPointcut(null, Advised.class, true), nothing);
    }

    @Bean
    Orders orders() {
        return new Orders();
    }

    @Bean
    Accounts accounts() {
        return new Accounts();
    }

    @Bean
    Reports reports() {
        return new Reports();
    }

    /** Marks methods that are advised. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface Advised {}

    /** As {@link LockedBeans.Orders}. */
    public static class Orders {

        /** Does next to nothing. */
        @Advised
        public long ship(long order) {
            return order;
        }
    }

    /** As {@link LockedBeans.Accounts}. */
    public static class Accounts {

        /** Does next to nothing. */
        @Advised
        public String transfer(String from, String to) {
            return from + to;
        }
    }

    /** As {@link LockedBeans.Reports}. */
    public static class Reports {

        /** Does nothing. */
        @Advised
        public void write() {}
    }
}
