package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Purpose;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.store.Store;
import org.junit.jupiter.api.Test;

/** The promise that a store declares what it guarantees, in words and in values that agree. */
public interface GuaranteesPromise extends StoreFixture {

    /** People read the texts; a refusal says why and what would have to change, in a sentence. */
    @Test
    default void guaranteesAreDeclaredInSentences() {
        try (Store store = open()) {
            Guarantees guarantees = store.guarantees();
            assertThat(guarantees.store()).isNotBlank();
            assertThat(guarantees.survives()).isNotBlank().endsWith(".");
            assertThat(guarantees.refusals().values())
                    .allSatisfy(refusal ->
                            assertThat(refusal).hasSizeGreaterThan(20).endsWith("."));
        }
    }

    /** Two stores over one place promise the same, and one store always the same. */
    @Test
    default void guaranteesDoNotChange() {
        try (Store one = open();
                Store other = open()) {
            assertThat(one.guarantees()).isEqualTo(one.guarantees()).isEqualTo(other.guarantees());
        }
    }

    /** What is refused follows from what is guaranteed. */
    @Test
    default void refusalsAgreeWithGuarantees() {
        try (Store store = open()) {
            Guarantees guarantees = store.guarantees();
            assertThat(guarantees.refusal(Purpose.EFFICIENCY))
                    .as("a store that is unfit even for efficiency is no store")
                    .isEmpty();
            if (guarantees.tokens() == Guarantees.Tokens.NONE) {
                assertThat(guarantees.refusal(Purpose.FENCED))
                        .as("without tokens there is no fencing")
                        .isPresent();
            }
            assertThat(store instanceof Sessions)
                    .as("locks that end with a session are those of a store with sessions")
                    .isEqualTo(guarantees.expiry() == Guarantees.Expiry.SESSION_END);
            if (guarantees.order() == Guarantees.Order.QUEUED) {
                assertThat(store)
                        .as("a store that hands locks on tells clients so")
                        .isInstanceOf(GrantPush.class);
            }
        }
    }
}
