package io.lockkeeper.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RespConnection;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class TrafficTest {

    @Test
    void aCommandCountsAsOftenAsItTravelled() {
        Traffic traffic = new Traffic();
        traffic.add(Monitor.Line.parse("1795272953.063965 [0 127.0.0.1:52082] \"EVALSHA\" \"ab12\" \"1\" \"key\""));
        traffic.add(Monitor.Line.parse("1795272953.063966 [0 lua] \"get\" \"key [1] \\\"a\\\"\""));
        traffic.add(Monitor.Line.parse("1795272953.063967 [0 lua] \"del\" \"key\""));
        traffic.add(Monitor.Line.parse("1795272953.063968 [0 127.0.0.1:52082] \"DEL\" \"key\""));
        traffic.add(Monitor.Line.parse("1795272953.063969 [0 127.0.0.1:52083] \"INFO\""));

        Load load = new Load(Map.of(), Map.of("evalsha", 10L, "get", 10L, "del", 20L, "ping", 1L), 0);

        assertThat(traffic.requests()).isEqualTo(2);
        assertThat(traffic.commands()).isEqualTo(4);
        assertThat(load.count(Counter.REQUESTS, traffic)).isEqualTo(10 + 0 + 10 + 1);
    }

    @Test
    void theServerCountsCommandsInScriptsAndMonitorTellsWhichTheyAre() {
        try (Redis server = Redis.start();
                RespConnection client = server.connect();
                Monitor monitor = Monitor.start(server)) {
            Supplier<Load> meter = server.measure();
            client.exec("EVAL", "redis.call('SET', KEYS[1], '\"a b\"') return redis.call('GET', KEYS[1])", "1", "key");
            client.exec("GET", "key");

            Load load = meter.get();
            Traffic traffic = monitor.finish();

            assertThat(load.calls()).isEqualTo(Map.of("eval", 1L, "set", 1L, "get", 2L));
            assertThat(traffic.requests()).isEqualTo(2);
            assertThat(traffic.commands()).isEqualTo(4);
            assertThat(load.count(Counter.REQUESTS, traffic)).isEqualTo(2);
            assertThat(load.count(Counter.BYTES, traffic)).isPositive();
        }
    }
}
