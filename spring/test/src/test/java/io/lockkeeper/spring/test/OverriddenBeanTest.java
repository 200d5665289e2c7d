package io.lockkeeper.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.spring.LeaderElections;
import io.lockkeeper.spring.Locked;
import io.lockkeeper.spring.OnlyLeader;
import io.lockkeeper.spring.boot.LockedAutoConfiguration;
import io.lockkeeper.spring.boot.LockkeeperAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.bean.override.convention.TestBean;

/** A test may put an object of its own in the place of a bean with annotated methods. Spring makes no proxy for it. */
@MemoryLocks
@SpringBootTest(
        classes = OverriddenBeanTest.App.class,
        properties = "lockkeeper.store=redis://127.0.0.1:1",
        webEnvironment = SpringBootTest.WebEnvironment.NONE)
class OverriddenBeanTest {

    @TestBean
    @SuppressWarnings("NullAway.Init")
    Report report;

    @TestBean
    @SuppressWarnings("NullAway.Init")
    Duty duty;

    @Autowired
    @SuppressWarnings("NullAway.Init")
    LeaderElections elections;

    static Report report() {
        return new Report() {
            @Override
            public String write() {
                return "of the test";
            }
        };
    }

    static Duty duty() {
        return new Duty() {
            @Override
            public String serve() {
                return "of the test";
            }
        };
    }

    @Test
    void the_application_starts_with_the_objects_of_the_test() {
        assertThat(report.write()).isEqualTo("of the test");
        assertThat(duty.serve()).isEqualTo("of the test");
        assertThat(elections.isLeader("duty")).isFalse();
    }

    static class Report {
        @Locked("report")
        public String write() {
            return "of the application";
        }
    }

    static class Duty {
        @OnlyLeader("duty")
        public String serve() {
            return "of the application";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({LockkeeperAutoConfiguration.class, LockedAutoConfiguration.class})
    static class App {
        @Bean
        Report report() {
            return new Report();
        }

        @Bean
        Duty duty() {
            return new Duty();
        }
    }
}
