package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Holder;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection that is cut in the middle of a statement: was it carried out? Whoever asks again finds out. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Kind.class,
        names = {"POSTGRESQL", "MARIADB", "MYSQLS_DRIVER_ON_MARIADB", "NEWER_MARIADB", "MYSQL"})
class CutConnectionTest extends DatabaseOfKind {

    private TcpProxy proxy;
    private String url;
    private int claims;

    CutConnectionTest(Kind kind) {
        super(kind);
    }

    @BeforeEach
    void putAProxyBefore() {
        String direct = database().url("lockkeeper.timeout=30s");
        int port = Integer.parseInt(direct.replaceAll(".*127\\.0\\.0\\.1:(\\d+).*", "$1"));
        proxy = TcpProxy.to(port);
        url = direct.replace("127.0.0.1:" + port, "127.0.0.1:" + proxy.port());
    }

    @AfterEach
    void takeItAway() {
        proxy.close();
    }

    @Test
    void aClaimThatWasCarriedOutAnswersTheSameWhenItIsSentAgain() {
        try (JdbcStore store = JdbcStore.connect(StoreAddress.parse(url))) {
            for (Store way : new Store[] {store, store.blocking()}) {
                Claim claim = claim("carried-out-" + way.equals(store));
                CompletableFuture<Void> cut = proxy.cutAfterNextRequest(claim.name());
                assertOutcomeIsUnknown(way.claim(claim));
                assertThat(cut).succeedsWithin(PATIENCE);
                Grant grant = granted(way, claim);
                assertThat(grant.remainingNanos()).isLessThan(claim.lease().toNanos());
                assertThat(granted(way, claim).firstToken()).isEqualTo(grant.firstToken());
            }
        }
    }

    @Test
    void aClaimThatNeverArrivedIsGrantedWhenItIsSentAgain() {
        try (JdbcStore store = JdbcStore.connect(StoreAddress.parse(url))) {
            for (Store way : new Store[] {store, store.blocking()}) {
                Claim claim = claim("never-arrived-" + way.equals(store));
                CompletableFuture<Void> cut = proxy.cutBeforeNextRequest(claim.name());
                assertOutcomeIsUnknown(way.claim(claim));
                assertThat(cut).succeedsWithin(PATIENCE);
                assertThat(granted(way, claim).firstToken()).isPositive();
            }
        }
    }

    @Test
    void aReleaseThatWasCarriedOutIsNoLossWhenItIsSentAgain() {
        try (JdbcStore store = JdbcStore.connect(StoreAddress.parse(url))) {
            Grant grant = granted(store, claim("released"));
            CompletableFuture<Void> cut = proxy.cutAfterNextRequest("released");
            assertOutcomeIsUnknown(store.release(grant));
            assertThat(cut).succeedsWithin(PATIENCE);
            assertThat(store.release(grant).toCompletableFuture().join())
                    .as("it was, the first time")
                    .isInstanceOf(ReleaseOutcome.NotHeld.class);
            assertThat(granted(store, claim("released")).firstToken()).isGreaterThan(grant.lastToken());
        }
    }

    /** Who locks sees nothing of it. */
    @Test
    void aLockIsTakenAndReleasedAllTheSame() throws InterruptedException {
        try (LockClient locks = LockClient.connect(url)) {
            CompletableFuture<Void> first = proxy.cutAfterNextRequest("orders");
            Lease lease = locks.lock("orders").acquire();
            assertThat(first).succeedsWithin(PATIENCE);
            lease.ensureHeld();
            CompletableFuture<Void> second = proxy.cutAfterNextRequest("orders");
            lease.close();
            assertThat(second).succeedsWithin(PATIENCE);
            try (LockClient other = LockClient.connect(database().url("lockkeeper.timeout=30s"))) {
                CompletableFuture<Lease> next =
                        other.lock("orders").acquireAsync().toCompletableFuture();
                next.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().close();
            }
        }
    }

    private Claim claim(String name) {
        Holder holder = new Holder("cut", "test", 1, "main", "", 0);
        return new Claim(name, new ClaimId("cut", ++claims), holder, Terms.mutex(Duration.ofMinutes(1), 1), 0);
    }

    private static Grant granted(Store store, Claim claim) {
        ClaimOutcome outcome = store.claim(claim).toCompletableFuture().join();
        assertThat(outcome).isInstanceOf(ClaimOutcome.Granted.class);
        return ((ClaimOutcome.Granted) outcome).grant();
    }

    private static void assertOutcomeIsUnknown(CompletionStage<?> answer) {
        assertThatThrownBy(() -> answer.toCompletableFuture().join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        failure -> assertThat(failure.outcomeUnknown())
                                .as("whether it may have been carried out: %s", failure)
                                .isTrue());
    }
}
