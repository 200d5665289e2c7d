package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.FreePorts;
import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.simple.SimpleLoggerFactory;

/** Who may, who may not, and what they are told; secrets are in none of it. */
class AccessTest extends WithZooKeeper {

    private String url(String login, String more) {
        return "zk://" + login + "127.0.0.1:" + server.port() + more;
    }

    @Test
    void the_nodes_of_who_logs_in_are_its_own() {
        try (Contender ann = new Contenders(url("ann:se%3Acret@", "/private")).contender();
                Contender again = new Contenders(url("ann:se%3Acret@", "/private")).contender();
                ZooKeeperStore eve = open(url("", "/private"))) {
            ann.hold("orders");
            again.isRefused("orders");
            assertThat(eve.claim(ann.claim("orders")).toCompletableFuture())
                    .failsWithin(10, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingRootCause()
                    .isInstanceOf(KeeperException.NoAuthException.class);
            assertThat(Failures.unwrap(failure(
                            () -> eve.inspect("orders").toCompletableFuture().join())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("may not do what locks need")
                    .hasMessageContaining("zk://user:password@")
                    .hasMessageNotContaining("cret");
        }
    }

    @Test
    void who_logs_in_may_leave_the_nodes_open() {
        try (Contender ann = new Contenders(url("ann:secret@", "?acl=open")).contender();
                Contender bob = contender()) {
            ann.release(ann.hold("orders"));
            bob.hold("orders");
        }
    }

    @Test
    void an_access_list_for_its_maker_needs_a_login() {
        try (ZooKeeperStore store = open(url("", "/x?acl=creator"));
                Contender ann = contender()) {
            assertThat(Failures.unwrap(failure(() -> store.claim(ann.claim("orders"))
                            .toCompletableFuture()
                            .join())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'acl=creator' needs a login");
        }
    }

    /** What proves that a session lives does not depend on it. */
    @Test
    void a_node_that_may_not_be_read_any_more_costs_no_lock() throws Exception {
        try (Contender ann = new Contenders(url("", "?session=5s")).contender();
                Administrator zk = administrator()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            List<ACL> unreadable = Collections.singletonList(
                    new ACL(ZooDefs.Perms.ALL & ~ZooDefs.Perms.READ, ZooDefs.Ids.ANYONE_ID_UNSAFE));
            zk.setACL("/lk1", unreadable, -1);
            zk.setACL("/lk1/orders/" + nodes("orders").get(0), unreadable, -1);
            elapse(Duration.ofSeconds(5));
            assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
            assertThat(ann.signals().heard()).noneMatch(Signal.Lost.class::isInstance);
        }
    }

    @Test
    void nobody_is_taken_for_the_holder_whose_node_may_not_be_read() throws Exception {
        try (Contender ann = contender();
                Contender bob = contender();
                Administrator zk = administrator()) {
            ann.hold("orders");
            String node = nodes("orders").get(0);
            bob.queue("orders");
            zk.setACL("/lk1/orders/" + node, ZooDefs.Ids.CREATOR_ALL_ACL, -1);
            Catalogue catalogue = (Catalogue) bob.store();
            assertThat(failure(() ->
                            catalogue.inspect("orders").toCompletableFuture().join()))
                    .hasRootCauseInstanceOf(KeeperException.NoAuthException.class);
            assertThat(bob.answer(catalogue.list("", 10))).isEmpty();
        }
    }

    @Test
    void who_reaches_no_server_is_told_where_it_was_sought() {
        int port = FreePorts.take();
        assertThatThrownBy(() -> open("zk://ann:secret@127.0.0.1:" + port + "?timeout=300ms"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageStartingWith("ZooKeeper at 127.0.0.1:" + port + " can't be reached: ")
                .hasMessageContaining("refused the connection");
        FreePorts.giveBack(port);
    }

    @Test
    void who_leaves_the_nodes_open_without_saying_so_is_warned_once() {
        assertThat(errorsOf(url("", "")))
                .containsOnlyOnce("Everyone who can connect to ZooKeeper at 127.0.0.1:" + server.port()
                        + " can take and remove locks")
                .containsOnlyOnce("WARN");
    }

    @Test
    void who_logs_in_or_means_it_is_not() {
        assertThat(errorsOf(url("ann:secret@", "/private"))).isEmpty();
        assertThat(errorsOf(url("", "?acl=open"))).isEmpty();
    }

    private static String errorsOf(String url) {
        assertThat(LoggerFactory.getILoggerFactory()).as("what logs in tests").isInstanceOf(SimpleLoggerFactory.class);
        try (JavaProcess holder = JavaCommand.of(PausedHolder.class, url, "orders")
                .option("-Dorg.slf4j.simpleLogger.log.io.lockkeeper.zookeeper=warn")
                .start()) {
            holder.awaitLine(line -> line.startsWith("holds"), Duration.ofSeconds(30));
            return holder.errors();
        }
    }

    private static Throwable failure(ThrowingCallable call) {
        return catchThrowable(call);
    }
}
