package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.etcd.Failures.LoginGoneException;
import org.junit.jupiter.api.Test;

/** What errors of the server are taken for. */
class FailuresTest {

    private final Failures failures = new Failures("here", Keys.under(""));

    /** A write that exceeds the quota is carried out, and reported as failed. */
    @Test
    void onlyWhatSaysThatNothingWasDoneIsTakenForThat() {
        Status exhausted = Status.RESOURCE_EXHAUSTED;
        assertThat(isUnknown(exhausted.withDescription("etcdserver: mvcc: database space exceeded")))
                .isTrue();
        assertThat(isUnknown(exhausted.withDescription("gRPC message exceeds maximum size")))
                .isTrue();
        assertThat(isUnknown(exhausted.withDescription("etcdserver: too many requests")))
                .isFalse();
        assertThat(isUnknown(Status.UNKNOWN.withDescription("etcdserver: too many requests")))
                .isFalse();
        assertThat(isUnknown(Status.UNAVAILABLE.withDescription("etcdserver: request timed out")))
                .isTrue();
        assertThat(isUnknown(Status.UNAVAILABLE.withDescription("etcdserver: no leader")))
                .isFalse();
    }

    /** Another login is asked for first; if that one is not accepted either, the request can be sent again later. */
    @Test
    void aLoginThatIsNotAcceptedTwiceIsAFailureForTheMoment() {
        Status refused = Status.UNAUTHENTICATED.withDescription("etcdserver: invalid auth token");
        assertThat(failures.of(refused, true))
                .isInstanceOfSatisfying(
                        LoginGoneException.class,
                        gone -> assertThat(gone.otherwise().outcomeUnknown()).isFalse());
    }

    @Test
    void textsOfTheServerControlNoTerminal() {
        Status hostile = Status.UNKNOWN.withDescription("no\u001b[2J \u009b2J \u202Eleader\n");
        assertThat(failures.of(hostile, true)).hasMessageContaining("no\\u001b[2J \\u009b2J \\u202eleader .");
    }

    private boolean isUnknown(Status status) {
        RuntimeException told = failures.of(status, true);
        assertThat(told).isInstanceOf(StoreUnavailableException.class);
        return ((StoreUnavailableException) told).outcomeUnknown();
    }
}
