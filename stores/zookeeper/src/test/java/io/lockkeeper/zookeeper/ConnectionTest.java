package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;

/** One session follows another. */
class ConnectionTest {

    private final Ears ears = new Ears();
    private final Failures failures = new Failures("nowhere");
    private final Recipe recipe = Recipe.of(new Layout(""), ZooDefs.Ids.OPEN_ACL_UNSAFE, ears, failures);
    private final Connection connection = new Connection(
            new OwnSessions(ZooKeeperSettings.of("127.0.0.1:1")),
            failures,
            new Upkeep(recipe, ears),
            Duration.ofSeconds(1));

    /** The server and the clock may both say that a session is over: the one that follows is not ended for it. */
    @Test
    void a_session_is_followed_by_one_other() {
        Session first = Objects.requireNonNull(connection.begin(null));
        Session second = connection.begin(first);
        assertThat(second).isNotNull().isNotSameAs(first);
        assertThat(connection.begin(first)).isNull();
        assertThat(connection.begin(null)).isNull();
        assertThat(connection.current()).isSameAs(second);
        connection.close(List.of());
        assertThat(connection.begin(second)).isNull();
    }
}
