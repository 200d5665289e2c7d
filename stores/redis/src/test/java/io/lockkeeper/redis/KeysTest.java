package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of keys, and other texts that must come back as they were. */
class KeysTest {

    private static final List<String> NAMES = List.of(
            "a", "a:q", "{a}", "a}", "a}:q", "}", "{}", "%", "%7D", "%25", "%257D", "a%}b", "锁", "🔒", " ", "*");

    private final Keys keys = Keys.under("team:");

    @Test
    void every_name_comes_back_from_its_key_and_no_two_names_share_one() {
        Set<String> all = new HashSet<>();
        for (String name : NAMES) {
            assertThat(keys.name(keys.lock(name))).isEqualTo(name);
            assertThat(all.add(keys.lock(name))).as(name).isTrue();
            assertThat(all.add(keys.queue(name))).as(name).isTrue();
        }
    }

    @Test
    void the_hash_tag_is_the_whole_name() {
        assertThat(keys.lock("a{b}c")).isEqualTo("team:lk1:{a{b%7Dc}");
        assertThat(keys.queue("a{b}c")).isEqualTo("team:lk1:{a{b%7Dc}:q");
        assertThat(keys.channel("client")).isEqualTo("team:lk1:c:client");
    }

    @Test
    void a_pattern_means_its_characters() {
        assertThat(Keys.under("").pattern("a*[b-c]?^\\")).isEqualTo("lk1:{a\\*\\[b\\-c\\]\\?\\^\\\\*}");
    }

    @Test
    void holders_come_back_as_they_were() {
        Holder holder = new Holder("client", "web-1", 4711, "main", "nightly: \"report\" | 锁", 12);
        assertThat(Holders.decode(Holders.encode(holder))).isEqualTo(holder);
        Holder nobody = new Holder("", "", 0, "", "", 0);
        assertThat(Holders.decode(Holders.encode(nobody))).isEqualTo(nobody);
        assertThat(Holders.decode("something else")).isNull();
        assertThat(Holders.decode("1\n2\n3\n4\nfive\n6")).isNull();
    }
}
