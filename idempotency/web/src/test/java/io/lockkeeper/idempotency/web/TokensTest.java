package io.lockkeeper.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.web.Tokens.Expired;
import io.lockkeeper.idempotency.web.Tokens.Invalid;
import io.lockkeeper.idempotency.web.Tokens.Valid;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TokensTest {

    private static final Duration VALIDITY = Duration.ofHours(1);
    private static final Caller ALICE = Caller.named("alice");
    private static final String ROUTE = "POST /orders";

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final TokenKeys keys = TokenKeys.of("k1", secret(1));
    private final Tokens tokens = new Tokens(keys, VALIDITY, () -> now);

    private static byte[] secret(int seed) {
        byte[] secret = new byte[32];
        secret[0] = (byte) seed;
        return secret;
    }

    @Test
    void aTokenIsValidForItsCallerAndRoute() {
        String token = tokens.issue(ALICE, ROUTE);
        assertThat(tokens.verify(token, ALICE, ROUTE)).isInstanceOf(Valid.class);
        assertThat(tokens.verify(token, Caller.named("bob"), ROUTE)).isEqualTo(new Invalid());
        assertThat(tokens.verify(token, Caller.ANONYMOUS, ROUTE)).isEqualTo(new Invalid());
        assertThat(tokens.verify(token, new Caller(Optional.of("t"), Optional.of("alice")), ROUTE))
                .isEqualTo(new Invalid());
        assertThat(tokens.verify(token, ALICE, "POST /refunds")).isEqualTo(new Invalid());
    }

    @Test
    void callersWhoAreNotAuthenticatedHaveTokensToo() {
        String token = tokens.issue(Caller.ANONYMOUS, ROUTE);
        assertThat(tokens.verify(token, Caller.ANONYMOUS, ROUTE)).isInstanceOf(Valid.class);
        assertThat(tokens.verify(token, Caller.named(""), ROUTE)).isEqualTo(new Invalid());
    }

    @Test
    void eachTokenHasItsOwnIdWhichStaysTheSame() {
        Set<Object> ids = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            String token = tokens.issue(ALICE, ROUTE);
            Valid first = (Valid) tokens.verify(token, ALICE, ROUTE);
            assertThat(tokens.verify(token, ALICE, ROUTE)).isEqualTo(first);
            ids.add(first.id());
        }
        assertThat(ids).hasSize(1000);
    }

    @Test
    void itExpires() {
        String token = tokens.issue(ALICE, ROUTE);
        now = now.plus(VALIDITY).minusMillis(1);
        Valid last = (Valid) tokens.verify(token, ALICE, ROUTE);
        now = now.plusMillis(1);
        assertThat(tokens.verify(token, ALICE, ROUTE)).isEqualTo(new Expired(last.id()));
        assertThat(tokens.verify(token, Caller.named("bob"), ROUTE)).isEqualTo(new Invalid());
    }

    @Test
    void oneFromTheFutureIsInvalidBeyondTheSkewOfClocks() {
        String token = tokens.issue(ALICE, ROUTE);
        now = now.minusSeconds(60);
        assertThat(tokens.verify(token, ALICE, ROUTE)).isInstanceOf(Valid.class);
        now = now.minusSeconds(1);
        assertThat(tokens.verify(token, ALICE, ROUTE)).isEqualTo(new Invalid());
    }

    @Test
    void noByteOfItCanBeChanged() {
        String token = tokens.issue(ALICE, ROUTE);
        byte[] bytes = Base64.getUrlDecoder().decode(token);
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 1;
            String forged = Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
            assertThat(tokens.verify(forged, ALICE, ROUTE)).isEqualTo(new Invalid());
        }
        for (int length = 0; length < token.length(); length++) {
            assertThat(tokens.verify(token.substring(0, length), ALICE, ROUTE)).isEqualTo(new Invalid());
        }
    }

    @Test
    void onlyOneSpellingOfItIsAccepted() {
        String token = tokens.issue(ALICE, ROUTE);
        for (char last = '!'; last < 0x7f; last++) {
            String other = token.substring(0, token.length() - 1) + last;
            if (!other.equals(token)) {
                assertThat(tokens.verify(other, ALICE, ROUTE)).isEqualTo(new Invalid());
            }
        }
        assertThat(tokens.verify(token + "=", ALICE, ROUTE)).isEqualTo(new Invalid());
        assertThat(tokens.verify("x".repeat(1_000_000), ALICE, ROUTE)).isEqualTo(new Invalid());
    }

    @Test
    void keysAreRotatedWithoutRefusingAnybody() {
        String old = tokens.issue(ALICE, ROUTE);
        Tokens rotated = new Tokens(TokenKeys.of("k2", secret(2)).accepting("k1", secret(1)), VALIDITY, () -> now);
        String fresh = rotated.issue(ALICE, ROUTE);
        assertThat(rotated.verify(old, ALICE, ROUTE)).isInstanceOf(Valid.class);
        assertThat(rotated.verify(fresh, ALICE, ROUTE)).isInstanceOf(Valid.class);
        assertThat(tokens.verify(fresh, ALICE, ROUTE)).isEqualTo(new Invalid());
        Tokens other = new Tokens(TokenKeys.of("k1", secret(3)), VALIDITY, () -> now);
        assertThat(other.verify(old, ALICE, ROUTE)).isEqualTo(new Invalid());
    }

    @Test
    void weakSecretsAndAmbiguousIdsAreRefused() {
        byte[] weak = new byte[31];
        assertThatThrownBy(() -> TokenKeys.of("k1", weak)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> keys.accepting("k1", secret(2))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TokenKeys.of("k 1", secret(1))).isInstanceOf(IllegalArgumentException.class);
    }
}
