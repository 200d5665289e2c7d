package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Retention;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InboxSettingsTest {

    private final RedeliveryHorizon week = RedeliveryHorizon.of(Duration.ofDays(7), Duration.ofDays(2));

    @Test
    void aRetentionThatIsShorterThanTheLongestRedeliveryIsRefused() {
        InboxSettings settings = InboxSettings.of("billing", week);
        assertThat(settings.retention()).isEqualTo(Retention.of(Duration.ofDays(9)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.withRetention(Retention.of(Duration.ofDays(8))))
                .withMessageContaining("'billing' would forget messages too early")
                .withMessageContaining("PT192H")
                .withMessageContaining("PT216H, downtime included");
    }

    @Test
    void anUnlimitedRedeliveryNeedsARetentionForEver() {
        InboxSettings settings = InboxSettings.of("billing", RedeliveryHorizon.unlimited());
        assertThat(settings.retention()).isEqualTo(Retention.forever());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.withRetention(Retention.of(Duration.ofDays(8))))
                .withMessageContaining("Retention.forever()");
    }

    @Test
    void aMessageWithoutAnIdIsRefusedOrNamedByItsPayload() {
        MessageReader<byte[]> reader =
                MessageReader.of("the header 'id'", any -> Optional.empty(), any -> Optional.of("x"), any -> any);
        assertThatThrownBy(() -> reader.read(new byte[] {1}))
                .isInstanceOf(MissingMessageIdException.class)
                .hasMessageContaining("the header 'id' is missing");
        MessageReader<byte[]> naming = reader.namingByPayload();
        assertThat(naming.read(new byte[] {1})).isEqualTo(naming.read(new byte[] {1}));
        assertThat(naming.read(new byte[] {1})).isNotEqualTo(naming.read(new byte[] {2}));
    }

    @Test
    void theReplayHeaderIsANumberOrIgnored() {
        assertThat(replay("3")).isEqualTo(3);
        assertThat(replay("-3")).isZero();
        assertThat(replay("99999999999999")).isZero();
        assertThat(replay("again")).isZero();
    }

    private static int replay(String header) {
        return MessageReader.<String>of("id", Optional::of, any -> Optional.of(header), any -> new byte[0])
                .read("1")
                .replay();
    }
}
