package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AuthEnableRequest;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthRoleAddRequest;
import io.etcd.jetcd.api.AuthRoleGrantPermissionRequest;
import io.etcd.jetcd.api.AuthRoleRevokePermissionRequest;
import io.etcd.jetcd.api.AuthUserAddRequest;
import io.etcd.jetcd.api.AuthUserGrantRoleRequest;
import io.etcd.jetcd.api.Permission;
import io.grpc.MethodDescriptor;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Eventually;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who may do what: a user with no more rights than locks need, and what those are told who have fewer. */
class AccessTest extends WithEtcd {

    private static final String RULE = "'lk1/l/' and with 'lk1/w/'";

    AccessTest() {
        // So soon is a login forgotten that every test meets the end of one.
        super(EtcdServer.start("--auth-token-ttl", "1"));
    }

    @Override
    public Store open() {
        return open("etcd://app:pass%25word@127.0.0.1:" + etcd.port() + "?timeout=10s");
    }

    @Test
    void aUserWithTheRightsThatTheErrorNamesCanDoEverything() {
        enable("lk1/");
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            Claim first = bob.queue("orders");
            Claim second = eve.queue("orders");
            ann.awaitSignal(new Signal.Contended("orders"));
            ann.answer(((Exchange) ann.store()).exchange(grant, ann.claim("orders")));
            Grant handedOn = bob.awaitGrant(first);
            assertThat(bob.renew(LEASE, handedOn).renewed()).hasSize(1);
            assertThat(ann.answer(((Revocation) ann.store()).revoke("orders"))).contains(bob.holder());
            bob.awaitSignal(new Signal.Lost("orders", first.id(), LeaseLoss.Reason.REVOKED));
            eve.awaitGrant(second);
            ann.withdraw(ann.claim("orders"), true);
            assertThat(ann.answer(((Catalogue) ann.store()).list("", 10))).hasSize(1);
        }
    }

    @Test
    void aLoginThatIsOverIsMadeAnew() {
        enable("lk1/");
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            etcd.restart(); // Simple tokens live in the memory of the server.
            etcd.awaitHealth();
            Eventually.eventually(
                    patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
            ann.hold("orders");
        }
    }

    /** It was refused, so nobody asks for it again; and the session lives on. */
    @Test
    void aReleaseThatIsRefusedIsMadeWhenItMayBe() {
        enable("lk1/");
        String root = "etcd://root:root@127.0.0.1:" + etcd.port() + "?timeout=10s";
        try (Contender ann = contender("etcd://app:pass%25word@127.0.0.1:" + etcd.port() + "?timeout=10s&ttl=6s");
                Contender bob = contender(root)) {
            Grant kept = ann.hold("kept");
            Grant grant = ann.hold("orders");
            Claim next = bob.queue("orders");
            ByteString from = ByteString.copyFromUtf8("lk1/");
            ask(
                    root,
                    AuthGrpc.getRoleRevokePermissionMethod(),
                    AuthRoleRevokePermissionRequest.newBuilder()
                            .setRole("locks")
                            .setKey(from)
                            .setRangeEnd(Keys.behindAll(from))
                            .build());
            assertThat(ann.store().release(grant))
                    .failsWithin(patience())
                    .withThrowableThat()
                    .withCauseExactlyInstanceOf(IllegalStateException.class);
            ask(root, AuthGrpc.getRoleGrantPermissionMethod(), permission("lk1/", Permission.Type.READWRITE));
            bob.awaitGrant(next);
            assertThat(ann.renew(LEASE, kept).renewed()).hasSize(1);
        }
    }

    /** The stream was opened by a login that is over when another watch is to begin on it. */
    @Test
    void aWatchThatIsRefusedIsBegunByANewLogin() {
        enable("lk1/");
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant orders = ann.hold("orders");
            Grant stock = ann.hold("stock");
            Claim first = bob.queue("orders");
            elapse(Duration.ofSeconds(4));
            Claim second = bob.queue("stock");
            ann.release(stock);
            bob.awaitGrant(second);
            ann.release(orders);
            bob.awaitGrant(first);
        }
    }

    @Test
    void aUserWithoutRightsIsToldThoseThatItNeeds() {
        enable("elsewhere/");
        assertThatThrownBy(this::open)
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining(RULE);
    }

    @Test
    void aWrongPasswordIsAFinalErrorThatDoesNotShowIt() {
        enable("lk1/");
        assertThatThrownBy(() -> open("etcd://app:swordfish@127.0.0.1:" + etcd.port()))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Check user and password")
                .satisfies(failure -> assertThat(failure).hasStackTraceContaining("authentication failed"))
                .satisfies(failure -> assertThat(failure.toString()).doesNotContain("swordfish"));
    }

    @Test
    void aMissingPasswordIsAFinalError() {
        enable("lk1/");
        assertThatThrownBy(() -> open(etcd.url()))
                .isExactlyInstanceOf(IllegalStateException.class)
                .isNotInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("etcd://user:password@host");
    }

    @Test
    void aPasswordForAServerThatWantsNoneIsAFinalError() {
        assertThatThrownBy(this::open)
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Take user and password out of the address");
    }

    @Test
    void aUserWhoMayOnlyReadSeesLocksAndTakesNone() {
        enable(permission("lk1/l/", Permission.Type.READ));
        try (Contender ann = contender("etcd://root:root@127.0.0.1:" + etcd.port() + "?timeout=10s");
                Contender viewer = contender()) {
            ann.hold("orders");
            Catalogue catalogue = (Catalogue) viewer.store();
            assertThat(viewer.answer(catalogue.list("", 10))).hasSize(1);
            assertThat(viewer.answer(catalogue.inspect("orders"))).isPresent();
            assertThat(viewer.store().claim(viewer.claim("stock")))
                    .failsWithin(patience())
                    .withThrowableThat()
                    .withMessageContaining(RULE);
        }
    }

    /** Root may do everything, app may read and write what begins like this. */
    private void enable(String prefix) {
        enable(permission(prefix, Permission.Type.READWRITE));
    }

    private void enable(AuthRoleGrantPermissionRequest right) {
        EtcdSettings settings = EtcdAddress.parse(StoreAddress.parse(etcd.url()));
        Timers timers = new Timers();
        Link link = new Link(settings, new Failures(settings.where(), Keys.under("")), timers);
        try {
            for (String role : new String[] {"root", "locks"}) {
                ask(
                        link,
                        AuthGrpc.getRoleAddMethod(),
                        AuthRoleAddRequest.newBuilder().setName(role).build());
            }
            ask(link, AuthGrpc.getRoleGrantPermissionMethod(), right);
            addUser(link, "root", "root", "root");
            addUser(link, "app", "pass%word", "locks");
            ask(link, AuthGrpc.getAuthEnableMethod(), AuthEnableRequest.getDefaultInstance());
        } finally {
            link.close();
            timers.close();
        }
    }

    private static AuthRoleGrantPermissionRequest permission(String prefix, Permission.Type type) {
        ByteString from = ByteString.copyFromUtf8(prefix);
        return AuthRoleGrantPermissionRequest.newBuilder()
                .setName("locks")
                .setPerm(Permission.newBuilder().setPermType(type).setKey(from).setRangeEnd(Keys.behindAll(from)))
                .build();
    }

    private static void addUser(Link link, String user, String password, String role) {
        ask(
                link,
                AuthGrpc.getUserAddMethod(),
                AuthUserAddRequest.newBuilder()
                        .setName(user)
                        .setPassword(password)
                        .build());
        ask(
                link,
                AuthGrpc.getUserGrantRoleMethod(),
                AuthUserGrantRoleRequest.newBuilder()
                        .setUser(user)
                        .setRole(role)
                        .build());
    }

    private static <Q, R> void ask(Link link, MethodDescriptor<Q, R> method, Q question) {
        link.ask(method, question).join();
    }
}
