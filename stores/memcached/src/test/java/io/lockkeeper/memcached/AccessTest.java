package io.lockkeeper.memcached;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Guarantees;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.WeakGuaranteeException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.MemcachedConnection;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.Probe;
import io.lockkeeper.servers.ServerCommand;
import io.lockkeeper.servers.ServerProcess;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.servers.TempDirectory;
import io.lockkeeper.servers.TlsIdentity;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Revocation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who is let in, by which servers, and what is refused. */
class AccessTest extends WithMemcached {

    @Test
    void aUserLogsInAndAStrangerIsToldTo() {
        try (MemcachedServer closed = MemcachedServer.startWithUser("app", "pass%word")) {
            String host = "127.0.0.1:" + closed.port();
            try (MemcachedStore store = open("memcached://app:pass%25word@" + host);
                    Contender ann = contender()) {
                assertThat(ann.answer(store.claim(ann.claim("orders"))))
                        .isInstanceOf(io.lockkeeper.store.ClaimOutcome.Granted.class);
            }
            for (String login : new String[] {"", "app:wrong@", "other:pass%25word@"}) {
                assertThatThrownBy(() -> open("memcached://" + login + host))
                        .as(login)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("memcached at " + host + " refused the login")
                        .hasMessageContaining("memcached://user:password@host");
            }
        }
    }

    /** As while its file of users is being changed. */
    @Test
    void aUserWhoWasRefusedForAWhileIsLetInAgain() {
        try (MemcachedServer closed = MemcachedServer.startWithUser("app", "word");
                MemcachedStore store = open("memcached://app:word@127.0.0.1:" + closed.port());
                Contender ann = contender()) {
            closed.kill();
            try (ServerProcess other = ServerCommand.of(
                            "memcached",
                            "-Y",
                            TempDirectory.create("memcached")
                                    .write("users", "eve:word\n")
                                    .toString(),
                            "-l",
                            "127.0.0.1",
                            "-p",
                            "" + closed.port(),
                            "-u",
                            System.getProperty("user.name"))
                    .readyWhen(Probe.accepts(closed.port()))
                    .start()) {
                eventually(
                        patience(),
                        () -> assertThat(failureOf(() -> store.claim(ann.claim("orders"))))
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("refused the login"));
                assertLeavesNoRefusedConnectionOpen(
                        closed.port(), () -> failureOf(() -> store.claim(ann.claim("orders"))));
                assertThat(other.isAlive()).isTrue();
            }
            closed.restart();
            eventually(
                    patience(),
                    () -> assertThat(store.claim(ann.claim("orders"))).succeedsWithin(patience()));
        }
    }

    /** A server that knows no logins takes one for an item to store, which a full one does not. */
    @Test
    void aLoginThatIsNeitherAcceptedNorRefusedLeavesNoConnectionOpen() {
        String password = "x".repeat(20_000);
        try (MemcachedServer full = MemcachedServer.start("-M", "-m", "8");
                TcpProxy proxy = full.proxy();
                MemcachedStore store = open("memcached://app:" + password + "@127.0.0.1:" + proxy.port());
                MemcachedConnection eve = full.connect(patience());
                Contender ann = contender()) {
            eve.exec("flush_all");
            for (int index = 0; index < 1_000; index++) {
                eve.exec("set other" + index + " 0 0 " + password.length() + "\r\n" + password);
            }
            long before = number(eve, "total_connections");
            long open = number(eve, "curr_connections");
            proxy.dropConnections();
            eventually(
                    patience(),
                    () -> assertThat(number(eve, "total_connections")).isGreaterThanOrEqualTo(before + 5));
            assertUnavailable(() -> store.claim(ann.claim("orders")), false, "is not connected");
            assertThat(number(eve, "curr_connections")).isLessThanOrEqualTo(open + 1);
            eve.exec("flush_all");
            eventually(
                    patience(),
                    () -> assertThat(store.claim(ann.claim("orders"))).succeedsWithin(patience()));
        }
    }

    private void assertLeavesNoRefusedConnectionOpen(int port, Runnable claim) {
        try (MemcachedConnection eve = MemcachedConnection.open(port, Optional.empty(), patience())) {
            assertThat(eve.exec("set login 0 0 8\r\neve word")).containsExactly("STORED");
            long before = number(eve, "total_connections");
            long open = number(eve, "curr_connections");
            eventually(patience(), () -> {
                claim.run();
                assertThat(number(eve, "total_connections")).isGreaterThanOrEqualTo(before + 2);
            });
            assertThat(number(eve, "curr_connections")).isLessThanOrEqualTo(open + 1);
        }
    }

    private static long number(MemcachedConnection server, String name) {
        String line = "STAT " + name + " ";
        return server.exec("stats").stream()
                .filter(stat -> stat.startsWith(line))
                .mapToLong(stat -> Long.parseLong(stat.substring(line.length())))
                .sum();
    }

    @Test
    void aUserOfAServerThatKnowsNoneIsLetIn() {
        open("memcached://app:word@127.0.0.1:" + memcached.port()).close();
    }

    @Test
    void tlsIsSpokenToAServerThatIsTrusted() {
        String trust = "?cacert="
                + URLEncoder.encode(TlsIdentity.shared().certificatePem().toString(), StandardCharsets.UTF_8);
        try (MemcachedServer encrypted = MemcachedServer.startWithTls();
                Contender ann = contender()) {
            for (String parameters : new String[] {trust, trust + "&verify=ca"}) {
                try (MemcachedStore store = open(encrypted.url() + parameters)) {
                    for (int index = 0; index < 50; index++) {
                        ann.answer(store.claim(ann.claim("orders" + index + parameters.length())));
                    }
                    assertThat(ann.answer(store.inspect("orders49" + parameters.length())))
                            .isPresent();
                }
            }
            assertThatThrownBy(() -> open(encrypted.url() + "?timeout=5s"))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("can't be reached");
        }
    }

    /** It would take any comparison for a match. */
    @Test
    void aServerWithoutCompareAndSwapIsRefused() {
        try (MemcachedServer loose = MemcachedServer.start("-C")) {
            assertThatThrownBy(() -> open(loose.url()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("was started with -C");
        }
    }

    /** Also one that came in the place of another while nobody looked. */
    @Test
    void noItemIsChangedThatHasNoNumber() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            memcached.kill();
            String user = System.getProperty("user.name");
            try (ServerProcess loose = ServerCommand.of(
                            "memcached", "-C", "-l", "127.0.0.1", "-p", "" + memcached.port(), "-u", user)
                    .readyWhen(Probe.accepts(memcached.port()))
                    .start()) {
                memcached.exec("set lockkeeper:orders 0 0 1\r\na");
                eventually(
                        patience(),
                        () -> assertThat(failureOf(() -> ann.store().release(grant)))
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("was started with -C"));
                assertThat(item("orders")).contains("a");
                assertThat(loose.isAlive()).isTrue();
            }
        }
    }

    @Test
    void anItemOfSomeoneElseIsNotTakenForALock() {
        memcached.exec("set lockkeeper:orders 0 0 5\r\nvalue");
        try (Contender ann = contender()) {
            assertForeign(failureOf(() -> ann.store().claim(ann.claim("orders"))));
            assertForeign(failureOf(() -> ((Inspection) ann.store()).inspect("orders")));
            assertForeign(failureOf(() -> ((Revocation) ann.store()).revoke("orders")));
            assertThat(item("orders")).contains("value");
        }
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(30);
    }

    private static void assertForeign(Throwable failure) {
        assertThat(failure)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'lockkeeper:orders'")
                .hasMessageContaining("prefix");
    }

    @Test
    void aLeaseThatMemcachedCannotKeepIsRefused() {
        try (Contender ann = contender()) {
            assertThat(failureOf(() -> ann.store().claim(ann.claim("orders", Duration.ofDays(23), 1))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at most 22d; this one: 23d");
            Grant other = ann.hold("other");
            Grant grant = ann.hold(ann.claim("orders", Duration.ofDays(22), 1));
            assertThat(failureOf(() -> ann.store().renew(List.of(new Renewal(grant, Duration.ofDays(23))))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at most 22d; this one: 23d");
            Renewal tooLong = new Renewal(grant, Duration.ofDays(23));
            assertThat(ann.answer(ann.store().renew(List.of(tooLong, new Renewal(other, LEASE))))
                            .renewed())
                    .containsOnlyKeys(other.claim());
            ann.release(grant);
        }
    }

    @Test
    void itIsForEfficiencyOnly() {
        try (LockClient client = LockClient.connect(memcached.url())) {
            assertThat(client.guarantees().tokens()).isEqualTo(Guarantees.Tokens.NONE);
            client.lock("orders", LockOptions.defaults().withPurpose(Purpose.EFFICIENCY));
            assertThatThrownBy(
                            () -> client.lock("orders", LockOptions.defaults().withPurpose(Purpose.FENCED)))
                    .isInstanceOf(WeakGuaranteeException.class)
                    .hasMessageContaining("no fencing tokens");
            assertThatThrownBy(
                            () -> client.lock("orders", LockOptions.defaults().withPurpose(Purpose.CORRECTNESS)))
                    .isInstanceOf(WeakGuaranteeException.class)
                    .hasMessageContaining("restarted or flushed");
        }
    }
}
