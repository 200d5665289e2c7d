package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The promise that locks of different names never meet, whatever characters the names are made of. */
public interface NamesPromise extends StoreFixture {

    /** All of them are held at once. */
    @Test
    default void tenThousandNamesNeverMeet() {
        String prefix = freshName();
        try (Contender ann = contender()) {
            List<CompletionStage<ClaimOutcome>> claims = new ArrayList<>();
            for (int index = 0; index < 10_000; index++) {
                claims.add(ann.store().claim(ann.claim(prefix + index)));
            }
            List<CompletionStage<ReleaseOutcome>> releases = new ArrayList<>();
            for (CompletionStage<ClaimOutcome> claim : claims) {
                ClaimOutcome outcome = ann.answer(claim);
                assertThat(outcome).isInstanceOf(ClaimOutcome.Granted.class);
                releases.add(ann.store().release(((ClaimOutcome.Granted) outcome).grant()));
            }
            for (CompletionStage<ReleaseOutcome> release : releases) {
                assertThat(ann.answer(release)).isInstanceOf(ReleaseOutcome.Released.class);
            }
        }
    }

    /** Each is locked while all others are, refused to others, renewed and released. */
    @Test
    default void oddNamesAreNamesLikeAnyOther() {
        Map<String, Grant> held = new LinkedHashMap<>();
        try (Contender ann = contender();
                Contender bob = contender()) {
            String unique = freshName();
            for (String name : OddNames.startingWith(unique)) {
                Claim claim = ann.claim(name);
                Grant grant = ann.hold(claim);
                assertThat(grant.name()).isEqualTo(name);
                held.put(name, grant);
            }
            held.forEach((name, grant) -> {
                bob.isRefused(name);
                assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
                assertThat(ann.release(grant)).as("releasing '%s'", name).isInstanceOf(ReleaseOutcome.Released.class);
                bob.hold(name);
            });
        }
    }

    /** The names as they are, without anything before them that would make them tamer. */
    @Test
    default void oddNamesMayStandAlone() {
        try (Contender ann = contender()) {
            List<Grant> held = new ArrayList<>();
            try {
                for (String name : OddNames.alone()) {
                    held.add(ann.hold(name));
                }
            } finally {
                held.forEach(ann::release);
            }
        }
    }
}
