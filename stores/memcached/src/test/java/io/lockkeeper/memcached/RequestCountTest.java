package io.lockkeeper.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Busy;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Inspection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What locking costs the server: each request as it wrote it down itself. */
class RequestCountTest extends WithMemcached {

    RequestCountTest() {
        super("-vv");
    }

    private int logged;

    /** The commands since this was asked last. */
    private List<String> requests() {
        List<String> all = memcached
                .process()
                .log()
                .lines()
                .filter(line -> line.matches("<\\d+ (add|cas|set|gets?|delete|touch) .*"))
                .filter(line -> !line.contains("folsom_authentication_validation"))
                .map(line -> line.split(" ", 3)[1])
                .toList();
        List<String> fresh = all.subList(logged, all.size());
        logged = all.size();
        return fresh;
    }

    @Test
    void takingAFreeLockIsOneRequestAndLettingItGoTwo() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            assertThat(requests()).containsExactly("add");
            ann.release(grant);
            assertThat(requests()).containsExactly("gets", "cas");
        }
    }

    @Test
    void aRefusalIsTwoRequestsAndWhoIsNextInLineAsksWithOneAndOften() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            requests();
            Claim claim = bob.claim("orders");
            assertThat(bob.send(claim)).isInstanceOf(Busy.class);
            assertThat(requests()).as("the first refusal: whose is it?").containsExactly("add", "gets");
            assertThat(bob.send(claim)).isInstanceOf(Busy.class);
            assertThat(requests()).as("the second: it really waits").containsExactly("add", "add");
            for (int again = 0; again < 7; again++) {
                Busy busy = (Busy) bob.send(claim);
                assertThat(busy.holder()).isEqualTo(ann.holder());
                assertThat(busy.retryAfter().toMillis()).isEqualTo(5);
            }
            assertThat(requests()).containsOnly("add").hasSize(7);
        }
    }

    @Test
    void theOthersInLineAskSeldomAndTryToBeNext() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            ann.hold("orders");
            Claim next = bob.claim("orders");
            bob.send(next);
            bob.send(next);
            Claim claim = eve.claim("orders");
            eve.send(claim);
            requests();
            long previous = 0;
            for (int again = 0; again < 7; again++) {
                Busy busy = (Busy) eve.send(claim);
                assertThat(busy.retryAfter().toMillis()).isBetween(previous, 100L);
                previous = busy.retryAfter().toMillis();
            }
            assertThat(previous).isEqualTo(100);
            assertThat(requests()).containsOnly("add").hasSize(14);
        }
    }

    @Test
    void aHandOverIsFourRequestsBesidesThoseThatCameTooSoon() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.claim("orders");
            bob.send(claim);
            bob.send(claim);
            requests();
            ann.release(grant);
            Grant taken = bob.hold(claim);
            bob.release(taken); // So that what is sent behind the grant has come, too.
            assertThat(requests()).containsExactly("gets", "cas", "add", "delete", "gets", "cas");
        }
    }

    /** As many as folsom puts into one line. */
    @Test
    void aRenewalReads255LocksAtOnceAndWritesEach() {
        try (Contender ann = contender()) {
            List<Grant> grants = new ArrayList<>();
            for (int index = 0; index < 510; index++) {
                grants.add(ann.hold("lock" + index));
            }
            requests();
            assertThat(ann.renew(LEASE, grants.toArray(Grant[]::new)).renewed()).hasSize(510);
            List<String> requests = requests();
            assertThat(requests.subList(0, 2)).containsExactly("gets", "gets");
            assertThat(requests.subList(2, requests.size()))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 510).mapToObj(each -> "cas").toList());
        }
    }

    @Test
    void aLookIsOneRequest() {
        try (Contender ann = contender()) {
            requests();
            ann.answer(((Inspection) ann.store()).inspect("orders"));
            assertThat(requests()).containsExactly("gets");
        }
    }

    @Test
    void aClaimWhoseReplyWasLostIsFoundWithTwoMoreRequests() {
        try (Contender ann = contender()) {
            Claim claim = ann.claim("orders");
            ann.hold(claim);
            requests();
            ann.hold(claim);
            assertThat(requests()).containsExactly("add", "gets", "cas");
        }
    }
}
