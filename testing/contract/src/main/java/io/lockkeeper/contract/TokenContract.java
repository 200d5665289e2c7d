package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of stores whose fencing tokens can be relied upon: they grow with every change of holder. */
public interface TokenContract extends StoreContract {

    /** Also when nobody holds the lock in between and the store might forget it. */
    @Test
    default void tokensGrowWithEveryChangeOfHolder() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            long last = 0;
            for (int turn = 0; turn < 50; turn++) {
                Contender holder = List.of(ann, bob).get(turn % 2);
                Grant grant = holder.hold(name);
                assertThat(grant.firstToken())
                        .as("the token of turn %d, %s, after the one before", turn, grant.claim())
                        .isGreaterThan(last);
                last = grant.lastToken();
                holder.release(grant);
            }
        }
    }

    /** The client gives them to its threads one by one. */
    @Test
    default void aGrantCarriesAsManyTokensAsWereAskedFor() {
        String name = freshName();
        try (Contender ann = contender()) {
            long last = 0;
            for (int tokens : new int[] {1, 16, 1, 1_000, 2, 1}) {
                Grant grant = ann.hold(ann.claim(name, LEASE, tokens));
                assertThat(grant.lastToken() - grant.firstToken() + 1)
                        .as("the number of tokens of %s", grant)
                        .isEqualTo(tokens);
                assertThat(grant.firstToken())
                        .as("the first token of %s", grant)
                        .isGreaterThan(last);
                last = grant.lastToken();
                ann.release(grant);
            }
        }
    }

    /** Its threads may have used them. */
    @Test
    default void theTokensOfAWithdrawnGrantAreNotGivenAgain() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name, LEASE, 10);
            Grant withdrawn = ann.hold(claim);
            ann.withdraw(claim, true);
            assertThat(bob.hold(name).firstToken()).isGreaterThan(withdrawn.lastToken());
        }
    }
}
