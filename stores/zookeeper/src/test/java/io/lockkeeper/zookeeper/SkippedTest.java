package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the log says of nodes that others made. */
class SkippedTest {

    @Test
    void a_node_s_name_controls_no_terminal() throws Exception {
        try (LogCapture log = new LogCapture()) {
            new Skipped().add("/lk1/\u009b2J\u202e\u9501", "is no lock");
            assertThat(log.text()).contains("The node /lk1/\\u009b2J\\u202e\u9501 is no lock");
        }
    }
}
