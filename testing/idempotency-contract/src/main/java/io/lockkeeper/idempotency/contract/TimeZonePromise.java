package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.store.Ownership;
import java.time.Duration;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/** The promise that clients in different time zones agree. */
public interface TimeZonePromise extends StoreFixture {

    /** One of them a day ahead of the other. */
    @Test
    default void clientsInDifferentTimeZonesAgree() {
        TimeZone before = TimeZone.getDefault();
        IdempotencyKey key = freshKey();
        try {
            inZone("Pacific/Kiritimati");
            try (StoreClient east = client()) {
                Ownership owned = east.own(claim(key, LEASE));
                IdempotencyRecord seenInTheEast = record(east, key);
                inZone("Pacific/Pago_Pago");
                try (StoreClient west = client()) {
                    agree(seenInTheEast, record(west, key));
                    assertThat(west.held(claim(key, LEASE)).remaining())
                            .as("what is left in the west")
                            .isBetween(LEASE.minusSeconds(60), LEASE.plusMillis(1));
                    assertThat(west.renew(LEASE, owned)).isEmpty();
                    inZone("Pacific/Kiritimati");
                    assertThat(east.held(claim(key, LEASE)).remaining())
                            .as("what is left in the east")
                            .isBetween(LEASE.minusSeconds(60), LEASE.plusMillis(1));
                    east.finish(owned, completed("paid"));
                    IdempotencyRecord.Finished eastEnd =
                            record(east, key).finished().orElseThrow();
                    inZone("Pacific/Pago_Pago");
                    IdempotencyRecord.Finished westEnd =
                            record(west, key).finished().orElseThrow();
                    assertThat(Duration.between(eastEnd.at(), westEnd.at()).abs())
                            .isLessThan(Duration.ofMinutes(5));
                    assertThat(westEnd.purgedIn().orElseThrow()).isGreaterThan(Duration.ofHours(23));
                    west.finished(claim(key, LEASE));
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private static void agree(IdempotencyRecord one, IdempotencyRecord other) {
        assertThat(Duration.between(one.attempt().since(), other.attempt().since())
                        .abs())
                .isLessThan(Duration.ofMinutes(5));
        assertThat(other.attempt().leaseRemaining()).isBetween(LEASE.minusSeconds(60), LEASE.plusMillis(1));
    }

    private static IdempotencyRecord record(StoreClient client, IdempotencyKey key) {
        return client.catalogue().find(key).orElseThrow();
    }

    private static void inZone(String id) {
        TimeZone.setDefault(TimeZone.getTimeZone(id));
    }
}
