package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.store.StoreAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What addresses say, and what is said of those that say something else. */
class ZooKeeperAddressTest {

    @TempDir
    Path folder;

    @Test
    void servers_path_and_parameters_are_read() {
        ZooKeeperSettings settings = parse("zk://a:1000,b.example,[::1]:3/apps/shop?session=20s&timeout=3s");
        assertThat(settings.servers()).isEqualTo("a:1000,b.example:2181,[::1]:3");
        assertThat(settings.path()).isEqualTo("/apps/shop");
        assertThat(settings.times().session()).isEqualTo(Duration.ofSeconds(20));
        assertThat(settings.times().timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.access().login()).isEmpty();
        assertThat(settings.access().acl()).isEqualTo(ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }

    @Test
    void the_path_may_be_left_out() {
        assertThat(parse("zk://a").path()).isEmpty();
        assertThat(parse("zk://a/").path()).isEmpty();
        assertThat(parse("zk://a/%40x").path()).isEqualTo("/@x");
    }

    @Test
    void who_logs_in_keeps_the_nodes_to_itself() {
        ZooKeeperSettings settings = parse("zk://ann:p%40ss%2Fword@a,b");
        assertThat(settings.access().login()).contains("ann:p@ss/word");
        assertThat(settings.access().acl()).isEqualTo(ZooDefs.Ids.CREATOR_ALL_ACL);
        assertThat(settings.toString()).doesNotContain("word");
        assertThat(parse("zk://ann:secret@a?acl=open").access().acl()).isEqualTo(ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }

    @Test
    void an_access_list_is_written_as_in_zookeeper_s_shell() {
        assertThat(parse("zk://a?acl=sasl:ann@EXAMPLE.ORG:cdrwa,digest:bob:x%3D:r")
                        .access()
                        .acl())
                .isEqualTo(List.of(
                        new ACL(ZooDefs.Perms.ALL, new Id("sasl", "ann@EXAMPLE.ORG")),
                        new ACL(ZooDefs.Perms.READ, new Id("digest", "bob:x="))));
        assertThat(parse("zk://a?acl=creator").access().acl()).isEqualTo(ZooDefs.Ids.CREATOR_ALL_ACL);
    }

    @Test
    void what_is_wrong_is_said_without_the_password() {
        for (String wrong : List.of(
                "zk:a",
                "zk://",
                "zk://a,,b",
                "zk://a:0",
                "zk://a:99999",
                "zk://a b",
                "zk://ann@a",
                "zk://ann:secret@",
                "zk://ann:secret@a//b",
                "zk://ann:secret@a/b/",
                "zk://ann:secret@a/b/../c",
                "zk://ann:secret@a/zookeeper/x",
                "zk://ann:secret@a/%F0%9F%94%92")) {
            assertThatThrownBy(() -> parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("reads zk://")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void parameters_are_checked() {
        assertThatThrownBy(() -> parse("zk://a?sesion=20s")).hasMessageContaining("[acl, session, timeout]");
        assertThatThrownBy(() -> parse("zk://a?session=100ms"))
                .hasMessageContaining("'session' must be between 1s and 10m");
        assertThatThrownBy(() -> parse("zk://a?session=20")).hasMessageContaining("number with a unit");
        assertThatThrownBy(() -> parse("zk://a?timeout=1h"))
                .hasMessageContaining("'timeout' must be between 100ms and 1m");
        for (String wrong : List.of("mine", "world:anyone", ":x:r", "world:anyone:x", "world:anyone:")) {
            assertThatThrownBy(() -> parse("zk://a?acl=" + wrong)).hasMessageContaining("'acl' is open");
        }
    }

    /** A digest could be tried out. */
    @Test
    void an_access_list_is_in_no_message() {
        for (String wrong : List.of("&sesion=20s", "&cacert=/x", "&session=100ms", "&acl=digest:ann:c2VjcmV0:x")) {
            assertThatThrownBy(
                            () -> parse("zk://a/x?a%63l=digest:ann:c2VjcmV0:cdrwa&acl=digest:ann:c2VjcmV0:r" + wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("c2VjcmV0");
        }
        assertThatThrownBy(() -> parse("zk://?acl=digest:ann:c2VjcmV0:r")).hasMessageNotContaining("c2VjcmV0");
        assertThat(parse("zk://a?acl=digest:ann:c2VjcmV0:r").toString()).doesNotContain("c2VjcmV0");
    }

    @Test
    void files_for_tls_are_given_to_a_scheme_of_its_own() throws IOException {
        Path file = Files.writeString(folder.resolve("ca.pem"), "");
        assertThat(parse("zks://a?cacert=" + file + "&cert=" + file).encryption())
                .contains(new Encryption(Optional.of(file), Optional.of(file)));
        assertThat(parse("zks://a").encryption()).contains(new Encryption(Optional.empty(), Optional.empty()));
        assertThat(parse("zk://a").encryption()).isEmpty();
        assertThatThrownBy(() -> parse("zk://a?cacert=" + file)).hasMessageContaining("unknown parameter 'cacert'");
        assertThatThrownBy(() -> parse("zks://a?cert=/none/there")).hasMessageContaining("'cert' names a PEM file");
    }

    private static ZooKeeperSettings parse(String url) {
        return ZooKeeperAddress.parse(StoreAddress.parse(url));
    }

    /** It would look like an outage, or have the servers tell nothing of what a session has. */
    @Test
    void settings_name_servers_and_nothing_else() {
        for (String servers : new String[] {"", "one:none", "one:70000", "one:2181/shop"}) {
            assertThatThrownBy(() -> ZooKeeperSettings.of(servers))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("host:port");
        }
    }
}
