package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.zookeeper.common.PathUtils;
import org.junit.jupiter.api.Test;

/** Every name has a path of its own, which ZooKeeper allows, and from which the name can be told. */
class LayoutTest {

    private final Layout layout = new Layout("/apps");

    @Test
    void plain_names_stand_for_themselves() {
        assertThat(layout.lock("orders-42_a.b")).isEqualTo("/apps/lk1/orders-42_a.b");
        assertThat(layout.root()).isEqualTo("/apps/lk1");
        assertThat(new Layout("").lock("a")).isEqualTo("/lk1/a");
    }

    @Test
    void all_else_is_written_by_its_bytes() {
        assertThat(layout.lock("a/b")).isEqualTo("/apps/lk1/a%2Fb");
        assertThat(layout.lock("50%")).isEqualTo("/apps/lk1/50%25");
        assertThat(layout.lock("锁")).isEqualTo("/apps/lk1/%E9%94%81");
        assertThat(layout.lock(".")).isEqualTo("/apps/lk1/%2E");
        assertThat(layout.lock("..")).isEqualTo("/apps/lk1/%2E.");
        assertThat(layout.lock(".a/")).isEqualTo("/apps/lk1/%2Ea%2F");
    }

    @Test
    void a_name_is_told_from_its_path() {
        for (String name : List.of(".", "..", "a", "a/b", "%41", "🔒", "a b", "zookeeper", "Ä", "x".repeat(1_024))) {
            String path = layout.lock(name);
            PathUtils.validatePath(path);
            assertThat(Layout.name(Layout.last(path))).isEqualTo(name);
        }
    }

    @Test
    void what_others_put_there_has_no_name() {
        assertThat(Layout.name("a%")).isNull();
        assertThat(Layout.name("a%4")).isNull();
        assertThat(Layout.name("a%zz")).isNull();
    }
}
