package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.Ownership;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The promise that different keys never meet, whatever they are made of. */
public interface KeysPromise extends StoreFixture {

    /** Texts that some store takes for one another, or for syntax. */
    List<String> ODD = List.of(
            "a", "A", "a ", " a", "a  ", "ä", "Ä", "a\u0308", "ae", "ß", "ss", "ı", "i", "I", "İ", "é", "e\u0301", "ﬁ",
            "fi", "锁", "鎖", "😀", "😁", "𝒶", "a:b", "a/b", "a|b", "a,b", "{a}", "{a}b", "a%", "a_", "a'b", "a\"b",
            "a\\b", "a\\\\b", "$1", "?", "*", "a*", "[a]", "0", "00", "1e3", "1000", "-1", "null", "true", "a;b",
            "a--b", "a#b");

    /** Each is owned while all others are, seen by its name, and finished with its own outcome. */
    @Test
    default void oddIdsAreIdsLikeAnyOther() {
        String scope = "s" + UUID.randomUUID();
        List<IdempotencyKey> keys = new ArrayList<>();
        ODD.forEach(id -> keys.add(IdempotencyKey.of(scope, id)));
        keys.add(IdempotencyKey.of(scope, "x".repeat(255)));
        keys.add(IdempotencyKey.of(scope, "x".repeat(254)));
        keys.add(IdempotencyKey.of(scope, "x".repeat(254) + "y"));
        keys.add(IdempotencyKey.of(scope, "锁".repeat(85)));
        neverMeet(keys);
        try (StoreClient ann = client()) {
            assertThat(ann.catalogue().list(scope, 10_000))
                    .extracting(record -> record.key())
                    .containsExactlyInAnyOrderElementsOf(keys);
        }
    }

    /** The same ids in odd scopes. */
    @Test
    default void oddScopesAreScopesLikeAnyOther() {
        String id = UUID.randomUUID().toString();
        List<IdempotencyKey> keys = new ArrayList<>();
        ODD.forEach(scope -> keys.add(IdempotencyKey.of(scope, id)));
        keys.add(IdempotencyKey.of("x".repeat(255), id));
        keys.add(IdempotencyKey.of("锁".repeat(85), id));
        neverMeet(keys);
    }

    /** Where the scope ends and the id begins is part of the key. */
    @Test
    default void scopeAndIdAreNotRunTogether() {
        String unique = UUID.randomUUID().toString();
        List<IdempotencyKey> keys = new ArrayList<>();
        for (String between : List.of("", ":", "/", "|", ",", "}", "\\", "-", "_", " ", "\u3000")) {
            keys.add(IdempotencyKey.of("a" + between + "b", "c" + unique));
            keys.add(IdempotencyKey.of("a", "b" + between + "c" + unique));
            keys.add(IdempotencyKey.of("a" + between, "b" + between + "c" + unique));
        }
        neverMeet(keys.stream().distinct().toList());
    }

    /** Of the longest scope and the longest id. */
    @Test
    default void theLongestKeysAreTold() {
        String scope = UUID.randomUUID() + "s".repeat(255 - 36);
        neverMeet(List.of(
                IdempotencyKey.of(scope, "i".repeat(254) + "1"),
                IdempotencyKey.of(scope, "i".repeat(254) + "2"),
                IdempotencyKey.of(scope.substring(0, 254), "i".repeat(254) + "1")));
    }

    private void neverMeet(List<IdempotencyKey> keys) {
        Map<IdempotencyKey, Ownership> owned = new LinkedHashMap<>();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            for (IdempotencyKey key : keys) {
                owned.put(key, ann.own(claim(key, LEASE)));
            }
            assertThat(ann.renew(LEASE, owned.values().toArray(Ownership[]::new)))
                    .isEmpty();
            for (IdempotencyKey key : keys) {
                bob.held(claim(key, LEASE));
                assertThat(bob.catalogue().find(key).orElseThrow().key()).isEqualTo(key);
                assertThat(ann.finish(Objects.requireNonNull(owned.get(key)), completed("of " + key)))
                        .as("%s", key)
                        .isEqualTo(ChangeAnswer.DONE);
            }
            for (IdempotencyKey key : keys) {
                assertThat(bob.finished(claim(key, LEASE)).outcome()).asString().isEqualTo("of " + key);
            }
        }
    }
}
