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

    /** How many are asked for at once: a store answers each within its time-out. */
    int BATCH = 500;

    /** All of them are held at once. */
    @Test
    default void tenThousandNamesNeverMeet() {
        String prefix = freshName();
        try (Contender ann = contender()) {
            List<Grant> held = new ArrayList<>();
            for (int batch = 0; batch < 20; batch++) {
                held.addAll(hold(ann, prefix + batch + "-"));
            }
            for (int from = 0; from < held.size(); from += BATCH) {
                release(ann, held.subList(from, from + BATCH));
            }
        }
    }

    private static List<Grant> hold(Contender ann, String prefix) {
        List<CompletionStage<ClaimOutcome>> claims = new ArrayList<>();
        for (int index = 0; index < BATCH; index++) {
            claims.add(ann.store().claim(ann.claim(prefix + index)));
        }
        List<Grant> held = new ArrayList<>();
        for (CompletionStage<ClaimOutcome> claim : claims) {
            ClaimOutcome outcome = ann.answer(claim);
            assertThat(outcome).isInstanceOf(ClaimOutcome.Granted.class);
            held.add(((ClaimOutcome.Granted) outcome).grant());
        }
        return held;
    }

    private static void release(Contender ann, List<Grant> held) {
        List<CompletionStage<ReleaseOutcome>> releases = new ArrayList<>();
        for (Grant grant : held) {
            releases.add(ann.store().release(grant));
        }
        for (CompletionStage<ReleaseOutcome> release : releases) {
            assertThat(ann.answer(release)).isInstanceOf(ReleaseOutcome.Released.class);
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
