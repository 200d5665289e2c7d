package io.lockkeeper.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Date;
import org.junit.jupiter.api.Test;

/**
 * A client's wall clock may be wrong by hours: nothing here decides by it. The database's clock alone does; a lost lease that is
 * reported shows the client's.
 */
class ClientClockTest {

    private static final ArchRule RULE = noClasses()
            .that()
            .doNotHaveSimpleName("LeaseCheck")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(LocalDateTime.class, "now")
            .orShould()
            .callConstructor(Date.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    @Test
    void nobodyLooksAtTheWallClock() {
        JavaClasses store = new ClassFileImporter()
                .importUrl(JdbcStore.class.getProtectionDomain().getCodeSource().getLocation());
        RULE.check(store);
    }

    @Test
    void whoDoesIsCaught() {
        JavaClasses breach = new ClassFileImporter().importClasses(Breach.class);
        assertThatThrownBy(() -> RULE.check(breach)).isInstanceOf(AssertionError.class);
    }

    /** Looks. */
    static final class Breach {
        private Breach() {}

        static long look() {
            return Instant.now().toEpochMilli();
        }
    }
}
