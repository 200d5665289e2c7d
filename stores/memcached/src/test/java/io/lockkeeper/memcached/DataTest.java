package io.lockkeeper.memcached;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Revocation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is kept under which key, and that it does not pile up. */
class DataTest extends WithMemcached {

    @Test
    void plainNamesAreKeysAndOthersHaveADigest() {
        Keys keys = Keys.under("");
        assertThat(keys.of("orders:42")).isEqualTo("lockkeeper:orders:42");
        String longest = "x".repeat(250 - "lockkeeper:".length());
        assertThat(keys.of(longest)).isEqualTo("lockkeeper:" + longest);
        Set<String> digests = Stream.of(longest + "x", longest + "y", "a b", "a\u007fb", "é", "e\u0301", "锁", "🔒")
                .map(keys::of)
                .collect(Collectors.toSet());
        assertThat(digests).hasSize(8).allMatch(key -> key.matches("lockkeeper#[0-9a-f]{64}"));
        assertThat(Keys.under("team:").of("a")).isEqualTo("team:lockkeeper:a");
        assertThat(Keys.under("x".repeat(100)).of(longest)).hasSize(100 + "lockkeeper#".length() + 64);
    }

    @Test
    void anItemIsReadAsItWasWritten() {
        Holder holder = new Holder("client-1", "host é", 42, "", "nightly: 1=2", 7);
        ClaimId claim = new ClaimId("client-1", 3);
        Item item = new Item("a b", claim, holder, Instant.ofEpochMilli(1_234), new Lifetime(5, -6, 7));
        assertThat(Value.parse(item.text())).isEqualTo(item);
        assertThat(item.text()).startsWith("lockkeeper 1\na b\n1/1\tclient-1:3\t5\t-6\t7\t1234\thost é\t42\t\t7\t");
        for (String unknown : List.of(
                "lockkeeper ",
                "lockkeeper 1",
                item.text() + "\n",
                item.text() + "\t",
                item.text() + "\n" + item.text().lines().toList().get(2),
                item.text().replace("42", "x"),
                item.text().replace("\t5\t", "\t-5\t"),
                item.text().replace("\t5\t", "\t" + Long.MAX_VALUE + "\t"),
                item.text().replace("client-1:3", "client"),
                item.text().replace("1/1", "1/2"),
                item.text().replace("lockkeeper 1", "lockkeeper 2"))) {
            assertThat(Value.parse(unknown)).as(unknown).isEqualTo(new Value.Unknown());
        }
        for (String foreign : List.of("", "a", "lockkeeper", "\n".repeat(8), " " + item.text())) {
            assertThat(Value.parse(foreign)).as(foreign).isEqualTo(new Value.Foreign());
        }
    }

    /** What another process says of its time means nothing here. */
    @Test
    void ofALeaseThatAnotherProcessWroteAllMayBeLeft() {
        Lifetime own = Lifetime.of(100, 1_000);
        assertThat(own.left(1_030)).isEqualTo(70);
        assertThat(own.left(999)).as("written in the future").isEqualTo(100);
        assertThat(new Lifetime(100, 1_000_000, own.clock() + 1).left(1_030)).isEqualTo(100);
    }

    /** As though a later release had written it, or half of it were missing. */
    @Test
    void aLockWhoseItemIsNotUnderstoodIsHeld() {
        try (Contender ann = contender()) {
            Grant other = ann.hold("invoices");
            for (String value : List.of("lockkeeper 2\norders", "lockkeeper 1\norders\n1/2\tann:1", "lockkeeper ")) {
                memcached.exec("set lockkeeper:orders 0 0 " + value.length() + "\r\n" + value);
                Claim claim = ann.claim("orders");
                ClaimOutcome.Busy busy = (ClaimOutcome.Busy) ann.send(claim);
                Holder holder = Objects.requireNonNull(busy.holder());
                assertThat(holder.description()).contains("format is not known");
                assertThat(ann.answer(((Inspection) ann.store()).inspect("orders"))
                                .orElseThrow()
                                .holder())
                        .contains(holder);
                Grant lost = new Grant("orders", claim.id(), other.tokens(), other.remaining(), false);
                assertThat(ann.release(lost)).isInstanceOf(ReleaseOutcome.NotHeld.class);
                ann.withdraw(claim, true);
                RenewalOutcome renewed = ann.renew(LEASE, other, lost);
                assertThat(renewed.renewed()).containsOnlyKeys(other.claim());
                assertThat(renewed.lost()).containsOnly(claim.id());
                assertThat(String.join("\n", item("orders"))).endsWith(value);
                assertThat(ann.answer(((Revocation) ann.store()).revoke("orders")))
                        .contains(holder);
                ann.release(ann.hold("orders"));
            }
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
            assertThat(ann.answer(team.claim(claim))).isInstanceOf(ClaimOutcome.Granted.class);
            assertThat(memcached.exec("get team:lockkeeper:orders")).isNotEmpty();
        }
    }
}
