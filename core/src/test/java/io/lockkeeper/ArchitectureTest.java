package io.lockkeeper;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.lockkeeper.store.BreachOfArchitecture;
import org.junit.jupiter.api.Test;

/** Imports flow one way: engine to SPI to API values; and the rules are seen to catch a breach. */
class ArchitectureTest {

    private static final String API = "io.lockkeeper";
    private static final String STORE = "io.lockkeeper.store";
    private static final String ENGINE = "io.lockkeeper.engine";
    private static final String TIME = "io.lockkeeper.time";

    private static final ArchRule API_KNOWS_NOTHING_BELOW = noClasses()
            .that()
            .resideInAPackage(API)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(STORE, ENGINE);

    private static final ArchRule STORE_KNOWS_NO_ENGINE = noClasses()
            .that()
            .resideInAPackage(STORE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ENGINE);

    private static final ArchRule TIME_KNOWS_NOTHING = noClasses()
            .that()
            .resideInAPackage(TIME)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(API, STORE, ENGINE);

    private static final ArchRule NO_CIRCLES =
            slices().matching("io.lockkeeper.(*)..").should().beFreeOfCycles();

    private final JavaClasses main = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(API);

    @Test
    void importsFlowOneWay() {
        API_KNOWS_NOTHING_BELOW.check(main);
        STORE_KNOWS_NO_ENGINE.check(main);
        TIME_KNOWS_NOTHING.check(main);
        NO_CIRCLES.check(main);
    }

    @Test
    void aBreachIsCaught() {
        JavaClasses breach = new ClassFileImporter().importClasses(BreachOfArchitecture.class);

        assertThatThrownBy(() -> STORE_KNOWS_NO_ENGINE.check(breach)).hasMessageContaining("BreachOfArchitecture");
    }

    @Test
    void aCircleIsCaught() {
        JavaClasses withBreach = new ClassFileImporter().importPackages(API);

        assertThatThrownBy(() -> NO_CIRCLES.check(withBreach)).hasMessageContaining("Cycle detected");
    }
}
