package io.lockkeeper.memory;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A store without a queue keeps the promises of its kind, and one that gives no hints is caught. */
class HintingStoreTest extends Hinting {

    HintingStoreTest() {
        super(false);
    }

    @Test
    void aStoreThatGivesNoHintsIsCaught() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Silent.class))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.failed(1));
    }

    /** Gives none. */
    static class Silent extends Hinting {
        Silent() {
            super(true);
        }

        @Override
        public Duration patience() {
            return Duration.ofMillis(200);
        }
    }
}
