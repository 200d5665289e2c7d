package io.lockkeeper.micrometer;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.RedisServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;

/** A lock that is deleted from a real Redis is counted as lost, and its hold is observed as lost. */
class LossOnRedisTest {

    @Test
    void aDeletedKeyIsALoss() throws Exception {
        MeterRegistry meters = new SimpleMeterRegistry();
        Recorder recorder = new Recorder();
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(recorder);
        try (RedisServer redis = RedisServer.start();
                LockMetrics metrics = LockMetrics.of(meters, LockMetricsOptions.forStore(redis.url()));
                LockClient locks = LockObservations.of(observations, redis.url())
                        .observe(LockClient.connect(
                                redis.url(), ClientOptions.defaults().withListener(metrics)))) {
            metrics.bind(locks);
            Lease lease = locks.lock("orders").acquire();
            assertThat(meters.get("lockkeeper.held").gauge().value()).isEqualTo(1);
            redis.exec("DEL", "lk1:{orders}");
            lease.verify();
            eventually(
                    World.PATIENCE,
                    () -> assertThat(meters.get("lockkeeper.lost")
                                    .tags("store", "redis", "reason", "gone")
                                    .counter()
                                    .count())
                            .isEqualTo(1));
            assertThat(meters.get("lockkeeper.held").gauge().value()).isZero();
            eventually(
                    World.PATIENCE,
                    () -> assertThat(recorder.ended()).containsExactly("wait acquired orders", "hold lost orders"));
            assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
        }
    }
}
