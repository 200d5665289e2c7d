package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutcomeEncryptionTest {

    private static final IdempotencyKey KEY = IdempotencyKey.of("orders", "1");

    private final OutcomeEncryption encryption = OutcomeEncryption.of("k1", new byte[32]);

    private OutcomeCodec<@Nullable String> codec(IdempotencyKey key) {
        return encryption.codec(OutcomeCodec.plain(String.class), key);
    }

    @Test
    void anOutcomeIsReadByItsKeyOnly() {
        EncodedValue stored = codec(KEY).encode("secret");
        assertThat(new String(stored.content(), ISO_8859_1)).doesNotContain("secret");
        assertThat(codec(KEY).decode(stored)).isEqualTo("secret");
        IdempotencyKey other = IdempotencyKey.of("orders", "2");
        assertThatThrownBy(() -> codec(other).decode(stored)).isInstanceOf(UnreadableAnswerException.class);
    }

    @Test
    void equalOutcomesAreEncryptedDifferently() {
        assertThat(codec(KEY).encode("secret")).isNotEqualTo(codec(KEY).encode("secret"));
    }

    @Test
    void oneThatWasChangedOrCutOffIsNotRead() {
        EncodedValue stored = codec(KEY).encode("secret");
        for (int i = 0; i < stored.content().length; i++) {
            byte[] changed = stored.content().clone();
            changed[i] ^= 1;
            EncodedValue forged = new EncodedValue(stored.type(), changed);
            assertThatThrownBy(() -> codec(KEY).decode(forged)).isInstanceOf(UnreadableAnswerException.class);
            EncodedValue cut = new EncodedValue(stored.type(), Arrays.copyOf(stored.content(), i));
            assertThatThrownBy(() -> codec(KEY).decode(cut)).isInstanceOf(UnreadableAnswerException.class);
        }
    }

    @Test
    void oneThatIsNotEncryptedIsNotRead() {
        EncodedValue plain = OutcomeCodec.plain(String.class).encode("secret");
        assertThatThrownBy(() -> codec(KEY).decode(plain)).isInstanceOf(UnreadableAnswerException.class);
    }

    @Test
    void keysThatAreNoAesKeysAreRefused() {
        byte[] odd = new byte[31];
        assertThatThrownBy(() -> OutcomeEncryption.of("k1", odd)).isInstanceOf(IllegalArgumentException.class);
        byte[] again = new byte[32];
        assertThatThrownBy(() -> encryption.accepting("k1", again)).isInstanceOf(IllegalArgumentException.class);
    }
}
