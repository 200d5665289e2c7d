package io.lockkeeper.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Terms;
import io.lockkeeper.store.Tokens;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tokens of different revisions never meet. */
class RevisionTokensTest {

    private static final long LAST = (1L << 47) - 1;

    @Test
    void allTokensOfARevisionComeBeforeThoseOfTheNext() {
        Tokens tokens = RevisionTokens.of(41, claim(65_536));
        assertThat(tokens.last()).isEqualTo(RevisionTokens.first(42) - 1);
        assertThat(RevisionTokens.revision(tokens.first())).isEqualTo(41);
        assertThat(RevisionTokens.revision(tokens.last())).isEqualTo(41);
    }

    @Test
    void moreTokensThanARevisionHasAreRefused() {
        RevisionTokens.check(claim(65_536));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RevisionTokens.check(claim(65_537)))
                .withMessageContaining("65537");
    }

    @Test
    void revisionsThatATokenCannotStandForAreRefused() {
        assertThat(RevisionTokens.revision(RevisionTokens.first(LAST))).isEqualTo(LAST);
        assertThatIllegalStateException().isThrownBy(() -> RevisionTokens.first(LAST + 1));
        assertThatIllegalStateException().isThrownBy(() -> RevisionTokens.first(-1));
    }

    @Test
    void aHoldingIsThatOfTheRevisionThatItsTokenStandsFor() {
        Holder holder = new Holder("ann", "web-1", 4711, "main", "", 0);
        Holding holding = new Holding(holder, RevisionTokens.first(41), Optional.empty(), Optional.empty());
        assertThat(RevisionTokens.isOf(holding, 41)).isTrue();
        assertThat(RevisionTokens.isOf(holding, 42)).isFalse();
        assertThat(RevisionTokens.isOf(null, 42)).isTrue();
    }

    private static Claim claim(int tokens) {
        Holder holder = new Holder("ann", "web-1", 4711, "main", "", 0);
        return new Claim("orders", new ClaimId("ann", 1), holder, Terms.mutex(Duration.ofSeconds(30), tokens), 0);
    }
}
