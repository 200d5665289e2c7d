package io.lockkeeper.races;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * A client's wall clock may be wrong by hours, so no store decides by it, and the engine reads no clock but the ticker that it
 * is given. The exceptions are named here.
 */
class ClocksTest {

    /**
     * {@code LeaseCheck} and {@code Item} only show the time to people; {@code FileStoreProvider} gives its store the clock of
     * the one machine that uses the folder; {@code MemorySpace} is its own server.
     */
    private static final Set<String> MAY_READ_THE_WALL_CLOCK =
            Set.of("SystemTicker", "Ticker", "LeaseCheck", "Item", "FileStoreProvider", "MemorySpace");

    /** A store measures its own time limits. The memory store takes part in simulations. */
    private static final String[] MAY_READ_THE_MONOTONIC_CLOCK = {
        "io.lockkeeper.redis..",
        "io.lockkeeper.jdbc..",
        "io.lockkeeper.zookeeper..",
        "io.lockkeeper.etcd..",
        "io.lockkeeper.memcached..",
        "io.lockkeeper.file.."
    };

    private static final ArchRule NO_WALL_CLOCK = noClasses()
            .that(describe("may not", type -> !MAY_READ_THE_WALL_CLOCK.contains(outermost(type.getName()))))
            .should()
            .accessTargetWhere(describe("the target is a wall clock", ClocksTest::isWallClock));

    private static final ArchRule NO_OTHER_MONOTONIC_CLOCK = noClasses()
            .that()
            .resideOutsideOfPackages(MAY_READ_THE_MONOTONIC_CLOCK)
            .and()
            .doNotHaveSimpleName("SystemTicker")
            .and()
            .doNotHaveSimpleName("MemorySpace")
            .should()
            .accessTargetWhere(describe(
                    "the target is System.nanoTime or Thread.sleep",
                    access -> is(access, System.class, "nanoTime") || is(access, Thread.class, "sleep")));

    private final JavaClasses main = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.lockkeeper");

    @Test
    void noStoreDecidesByTheWallClock() {
        assertThat(main.stream().map(type -> type.getPackageName()))
                .contains(
                        "io.lockkeeper.redis",
                        "io.lockkeeper.jdbc",
                        "io.lockkeeper.zookeeper",
                        "io.lockkeeper.etcd",
                        "io.lockkeeper.memcached",
                        "io.lockkeeper.file",
                        "io.lockkeeper.memory",
                        "io.lockkeeper.engine");
        NO_WALL_CLOCK.check(main.that(isProduct()));
    }

    @Test
    void theEngineReadsItsTickerOnly() {
        NO_OTHER_MONOTONIC_CLOCK.check(main.that(isProduct()));
    }

    @Test
    void aBreachIsCaught() {
        for (Class<?> breach : Set.of(Call.class, Reference.class, OfAClock.class)) {
            JavaClasses classes = new ClassFileImporter().importClasses(breach);
            assertThatThrownBy(() -> NO_WALL_CLOCK.check(classes)).hasMessageContaining(breach.getSimpleName());
        }
        JavaClasses classes = new ClassFileImporter().importClasses(Monotonic.class);
        assertThatThrownBy(() -> NO_OTHER_MONOTONIC_CLOCK.check(classes)).hasMessageContaining("nanoTime");
    }

    /** Not the servers of tests, nor the races themselves. */
    private static DescribedPredicate<JavaClass> isProduct() {
        return describe(
                "product",
                type -> !type.getPackageName().startsWith("io.lockkeeper.servers")
                        && !type.getPackageName().startsWith("io.lockkeeper.races"));
    }

    private static boolean isWallClock(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        return is(access, System.class, "currentTimeMillis")
                || (owner.startsWith("java.time.") && access.getName().equals("now"))
                || (owner.equals(Clock.class.getName()) && access.getName().startsWith("system"))
                || (owner.equals("java.util.Date") && access.getName().equals("<init>"));
    }

    private static boolean is(JavaAccess<?> access, Class<?> owner, String name) {
        return access.getTargetOwner().isEquivalentTo(owner) && access.getName().equals(name);
    }

    private static String outermost(String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return simple.contains("$") ? simple.substring(0, simple.indexOf('$')) : simple;
    }

    static final class Call {
        private Call() {}

        static long look() {
            return Instant.now().toEpochMilli();
        }
    }

    static final class Reference {
        private Reference() {}

        static LongSupplier look() {
            return System::currentTimeMillis;
        }
    }

    static final class OfAClock {
        private OfAClock() {}

        static Clock look() {
            return Clock.systemUTC();
        }
    }

    static final class Monotonic {
        private Monotonic() {}

        static LongSupplier look() {
            return System::nanoTime;
        }
    }
}
