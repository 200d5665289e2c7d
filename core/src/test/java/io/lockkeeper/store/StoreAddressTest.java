package io.lockkeeper.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A store's address is taken apart without ever showing the password. */
class StoreAddressTest {

    @Test
    void itShowsTheUserButNotThePassword() {
        assertThat(StoreAddress.parse("redis://app:s3cret@host:6379/0")).hasToString("redis://app:***@host:6379/0");
        assertThat(StoreAddress.parse("redis://:s3cret@host")).hasToString("redis://:***@host");
        assertThat(StoreAddress.parse("redis://s3cret@host")).hasToString("redis://:***@host");
        assertThat(StoreAddress.parse("redis://app:s3/c@r:et@host")).hasToString("redis://app:***@host");
    }

    @Test
    void whatIsMalformedIsToldWithoutThePassword() {
        assertThatThrownBy(() -> StoreAddress.parse("redis://app:s3 cret@host").uri())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("redis://app:***@host")
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

    @Test
    void parametersThatAreCalledLikeASecretAreNotShown() {
        assertThat(StoreAddress.parse("jdbc:db://host/x?user=app&password=s3cret&ssl=true"))
                .hasToString("jdbc:db://host/x?user=app&password=***&ssl=true");
        assertThat(StoreAddress.parse("redis:app:s3cret@host").toString()).doesNotContain("s3cret");
    }

    @Test
    void whatOthersMaySeeNamesTheSameStoreWithoutSecrets() {
        assertThat(withoutSecrets("redis://app:s3cret@host:6379/3?timeout=1s"))
                .isEqualTo("redis://host:6379/3?timeout=1s");
        assertThat(withoutSecrets("redis://s3cret@host")).isEqualTo("redis://host");
        assertThat(withoutSecrets("redis://host:6379")).isEqualTo("redis://host:6379");
        assertThat(withoutSecrets("redis://:s3?c@host")).isEqualTo("redis://host");
        assertThat(withoutSecrets("jdbc:db://host/x?dbPassword=s3cret&ssl=true"))
                .isEqualTo("jdbc:db://host/x?ssl=true");
        assertThat(withoutSecrets("file:/srv/me@work/locks")).isEqualTo("file:/srv/me@work/locks");
        assertThat(withoutSecrets("file:///srv/me@work/locks")).isEqualTo("file:///srv/me@work/locks");
    }

    private static String withoutSecrets(String url) {
        return new StoreAddress("any", url, Map.of()).withoutSecrets();
    }
}
