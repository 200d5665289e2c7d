package io.lockkeeper.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A store's address is taken apart without ever showing the password. */
class StoreAddressTest {

    @Test
    void whatIsMalformedIsToldWithoutThePassword() {
        assertThatThrownBy(() -> StoreAddress.parse("redis://app:s3 cret@host").uri())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("redis://***@host")
                .hasMessageNotContaining("s3 cret")
                .hasNoCause();
        assertThatThrownBy(() -> StoreAddress.parse("//app:s3cret@host"))
                .hasMessageContaining("begins with a scheme")
                .hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> StoreAddress.parse("redis://app:s3cret@host?timeout"))
                .hasMessageContaining("name=value")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void itsSchemeIsReadInAnyCase() {
        assertThat(StoreAddress.parse("REDIS://host").scheme()).isEqualTo("redis");
    }

    @Test
    void itsPathAndParametersAreDecoded() {
        StoreAddress address = StoreAddress.parse("file:/var/lock/my%20app+x?grace=5s&who=a%26b");
        assertThat(address.path()).isEqualTo("/var/lock/my app+x");
        assertThat(address.parameter("grace")).contains("5s");
        assertThat(address.parameter("who")).contains("a&b");
        assertThat(address.parameter("none")).isEmpty();
    }

    @Test
    void aPercentSignThatEncodesNothingIsRefusedWithoutWhatFollowsIt() {
        for (String text : List.of("%zz", "%", "%1", "a%-1")) {
            assertThatThrownBy(() -> StoreAddress.decode(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "A % in a store's address must be followed by two hexadecimal digits; write a percent sign"
                                    + " as %25.")
                    .hasNoCause();
        }
        assertThat(StoreAddress.decode("a%2Bb+c%25")).isEqualTo("a+b+c%");
    }

    @Test
    void unknownParametersAreRefusedWithTheKnownOnes() {
        StoreAddress address = StoreAddress.parse("file:/var/lock?graze=5s");
        assertThatThrownBy(() -> address.refuseUnknownParameters(Set.of("grace", "fsync")))
                .hasMessageContaining("'graze'")
                .hasMessageContaining("[fsync, grace]");
    }

    @Test
    void durationsAreWrittenAsTheyAreRead() {
        for (String text : List.of("0ms", "50ms", "1500ms", "2s", "90s", "10m", "36h", "365d")) {
            Duration read = StoreAddress.parse("file:/var/lock?grace=" + text)
                    .duration("grace")
                    .orElseThrow();
            assertThat(StoreAddress.text(read)).isEqualTo(text);
        }
        assertThat(StoreAddress.text(Duration.ofMillis(-1_500))).isEqualTo("-1500ms");
        assertThat(StoreAddress.text(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)))
                .isEqualTo("9223372036854775807s");
    }

    /** It may be half of a password. */
    @Test
    void anUnknownParameterIsNotNamedIfALoginMayBeginBeforeIt() {
        StoreAddress address = StoreAddress.parse("redis://app:a?s3cret=b@host");
        assertThatThrownBy(() -> address.refuseUnknownParameters(Set.of("grace")))
                .hasMessageContaining("redis:***")
                .hasMessageContaining("[grace]")
                .hasMessageNotContaining("s3cret");
    }
}
