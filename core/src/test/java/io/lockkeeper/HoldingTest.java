package io.lockkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which two looks at a lock show the same grant: a forced release ends only what was shown. */
class HoldingTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final Holding shown = holding("ann", 7, NOON);

    @Test
    void aRenewedLeaseIsTheSameGrant() {
        Holding later =
                new Holding(shown.holder(), 7, shown.since(), shown.remaining().map(left -> left.plusSeconds(9)));
        assertThat(shown.isSameGrant(later)).isTrue();
    }

    @Test
    void anotherTokenClientOrTimeIsAnotherGrant() {
        assertThat(shown.isSameGrant(holding("ann", 8, NOON))).isFalse();
        assertThat(shown.isSameGrant(holding("bob", 7, NOON))).isFalse();
        assertThat(shown.isSameGrant(holding("ann", 7, NOON.plusMillis(1)))).isFalse();
    }

    @Test
    void aTimeThatIsUnknownTellsNothing() {
        assertThat(shown.isSameGrant(holding("ann", 7, null))).isTrue();
        assertThat(holding("ann", 7, null).isSameGrant(shown)).isTrue();
        assertThat(holding("ann", 8, null).isSameGrant(shown)).isFalse();
    }

    private static Holding holding(String client, long token, @Nullable Instant since) {
        return new Holding(
                new Holder(client, "host", 1, "thread", "", 0),
                token,
                Optional.ofNullable(since),
                Optional.of(Duration.ofSeconds(30)));
    }
}
