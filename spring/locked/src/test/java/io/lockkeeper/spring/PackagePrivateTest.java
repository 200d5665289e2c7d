package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.spring.elsewhere.Hidden;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A proxy cannot override a method that is package-private in another package: it would run without the lock, or the lead. */
class PackagePrivateTest {

    @Test
    void aLockedOneOfAnotherPackageIsRefused() {
        refused(Locks.class);
    }

    @Test
    void oneOfTheLeaderIsRefused() {
        refused(Leads.class);
    }

    @Test
    void oneOfTheSamePackageIsAccepted() {
        TestApplication.start(Map.of(), Leading.Locks.class, Hidden.class, Hidden.Leads.class)
                .close();
    }

    private static void refused(Class<?> bean) {
        assertThatThrownBy(() -> TestApplication.start(Map.of(), Leading.Locks.class, bean)
                        .close())
                .hasStackTraceContaining("the method is package-private in another package");
    }

    static class Locks extends Hidden {}

    static class Leads extends Hidden.Leads {}
}
