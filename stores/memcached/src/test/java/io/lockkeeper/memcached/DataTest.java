package io.lockkeeper.memcached;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.store.Revocation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is kept under which key, and that it does not pile up. */
class DataTest extends WithMemcached {

    @Test
    void plainNamesAreKeysAndOthersHaveADigest() {
        Keys keys = Keys.under("");
        assertThat(keys.of("orders:42")).isEqualTo("lockkeeper:1:orders:42");
        String longest = "x".repeat(250 - "lockkeeper:1:".length());
        assertThat(keys.of(longest)).isEqualTo("lockkeeper:1:" + longest);
        Set<String> digests = Stream.of(longest + "x", longest + "y", "a b", "a\u007fb", "é", "e\u0301", "锁", "🔒")
                .map(keys::of)
                .collect(Collectors.toSet());
        assertThat(digests).hasSize(8).allMatch(key -> key.matches("lockkeeper:1#[0-9a-f]{64}"));
        assertThat(Keys.under("team:").of("a")).isEqualTo("team:lockkeeper:1:a");
        assertThat(Keys.under("x".repeat(100)).of(longest)).hasSize(100 + "lockkeeper:1#".length() + 64);
    }

    @Test
    void anItemIsReadAsItWasWritten() {
        Holder holder = new Holder("client-1", "host é", 42, "", "nightly: 1=2", 7);
        Item item = new Item("a b", new ClaimId("client-1", 3), holder, Instant.ofEpochMilli(1_234), -5);
        assertThat(Item.parse(item.text())).isEqualTo(item);
        for (String foreign : List.of("", "a", item.text() + "\n", item.text().replace("42", "x"), "\n".repeat(8))) {
            assertThat(Item.parse(foreign)).as("'%s'", foreign).isNull();
        }
    }

    /** What a deletion by comparison leaves is dead at once, and goes when memcached next comes by. */
    @Test
    void nothingIsLeftOfLocksThatWereLetGo() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            for (int index = 0; index < 100; index++) {
                Claim claim = ann.claim("orders" + index);
                Grant grant = ann.hold(claim);
                bob.isRefused("orders" + index);
                switch (index % 3) {
                    case 0 -> ann.release(grant);
                    case 1 -> ann.withdraw(claim, true);
                    default -> bob.answer(((Revocation) bob.store()).revoke("orders" + index));
                }
            }
            for (int index = 0; index < 100; index++) {
                assertThat(bob.answer(((Inspection) bob.store()).inspect("orders" + index)))
                        .isEmpty();
            }
        }
        assertThat(memcached.stats()).containsEntry("curr_items", 0L);
    }

    @Test
    void nobodyHasToComeByForIt() {
        try (Contender ann = contender()) {
            for (int index = 0; index < 100; index++) {
                ann.release(ann.hold("orders" + index));
            }
        }
        eventually(Duration.ofSeconds(20), () -> {
            memcached.exec("lru_crawler crawl all"); // As it does by itself, only sooner.
            assertThat(memcached.stats()).containsEntry("curr_items", 0L);
        });
    }

    @Test
    void aPrefixKeepsProgramsApart() {
        try (MemcachedStore team = open(memcached.url() + "?prefix=team:");
                Contender ann = contender()) {
            ann.hold("orders");
            Claim claim = ann.claim("orders");
            assertThat(ann.answer(team.inspect("orders"))).isEmpty();
            assertThat(ann.answer(team.claim(claim))).isInstanceOf(io.lockkeeper.store.ClaimOutcome.Granted.class);
            assertThat(memcached.exec("get team:lockkeeper:1:orders")).isNotEmpty();
        }
    }
}
