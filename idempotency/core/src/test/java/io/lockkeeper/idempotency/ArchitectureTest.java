package io.lockkeeper.idempotency;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.lockkeeper.idempotency.store.BreachOfArchitecture;
import io.lockkeeper.store.StoreAddress;
import org.junit.jupiter.api.Test;

/** Imports flow one way, memory to engine to SPI to API, and the rules are seen to catch a breach. */
class ArchitectureTest {

    private static final String API = "io.lockkeeper.idempotency";
    private static final String STORE = API + ".store";
    private static final String ENGINE = API + ".engine";
    private static final String MEMORY = API + ".memory";

    private static final ArchRule API_KNOWS_NOTHING_BELOW = never(API, STORE, ENGINE, MEMORY);
    private static final ArchRule STORE_KNOWS_NO_ENGINE = never(STORE, ENGINE, MEMORY);
    private static final ArchRule ENGINE_KNOWS_NO_STORE_OF_ITS_OWN = never(ENGINE, MEMORY);

    /** Of the locks, idempotency shares exceptions, time, checks of names and addresses; never their SPI and engine. */
    private static final ArchRule LOCKS_ARE_NOT_IDEMPOTENCY = noClasses()
            .that()
            .resideInAPackage(API + "..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.lockkeeper.store..", "io.lockkeeper.engine..")
                    .and(not(belongToAnyOf(StoreAddress.class))));

    private static final ArchRule NO_CIRCLES =
            slices().matching(API + ".(*)..").should().beFreeOfCycles();

    private final JavaClasses main = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(API);

    private static ArchRule never(String importing, String... imported) {
        return noClasses()
                .that()
                .resideInAPackage(importing)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(imported);
    }

    @Test
    void imports_flow_one_way() {
        API_KNOWS_NOTHING_BELOW.check(main);
        STORE_KNOWS_NO_ENGINE.check(main);
        ENGINE_KNOWS_NO_STORE_OF_ITS_OWN.check(main);
        LOCKS_ARE_NOT_IDEMPOTENCY.check(main);
        NO_CIRCLES.check(main);
    }

    @Test
    void a_breach_is_caught() {
        JavaClasses breach = new ClassFileImporter().importClasses(BreachOfArchitecture.class);

        assertThatThrownBy(() -> STORE_KNOWS_NO_ENGINE.check(breach)).hasMessageContaining("BreachOfArchitecture");
    }

    @Test
    void a_circle_is_caught() {
        JavaClasses withBreach = new ClassFileImporter().importPackages(API);

        assertThatThrownBy(() -> NO_CIRCLES.check(withBreach)).hasMessageContaining("Cycle detected");
    }
}
