package io.lockkeeper.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RespConnection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestSharesTest {

    @Test
    void aCommandCountsAsOftenAsItTravelled() {
        RequestShares shares = new RequestShares(List.of(
                new MonitorLine("127.0.0.1:1", "evalsha", ""),
                new MonitorLine("lua", "get", ""),
                new MonitorLine("lua", "del", ""),
                new MonitorLine("127.0.0.1:1", "del", "")));

        assertThat(shares.requests(new Load(Map.of("evalsha", 10L, "get", 10L, "del", 20L, "ping", 1L), 0, 0)))
                .isEqualTo(10 + 0 + 10 + 1);
    }

    @Test
    void theServerCountsCommandsInScriptsAndMonitorTellsWhichTheyAre() {
        try (Server server = Server.start();
                RespConnection client = server.connect()) {
            LoadMeter meter = LoadMeter.start(server);
            Monitor monitor = Monitor.start(server);
            client.exec("EVAL", "redis.call('SET', KEYS[1], '\"a b\"') return redis.call('GET', KEYS[1])", "1", "key");
            client.exec("GET", "key");

            Load load = meter.read();
            RequestShares shares = new RequestShares(monitor.finish(server));

            assertThat(load.calls()).isEqualTo(Map.of("eval", 1L, "set", 1L, "get", 2L));
            assertThat(shares.requests(load)).isEqualTo(2);
            assertThat(load.bytes()).isPositive();
        }
    }
}
