package io.lockkeeper.behaviour;

import io.lockkeeper.faults.Fate;
import org.junit.jupiter.api.AfterEach;

/** A test of one client that holds locks and another that wants them. */
abstract class TwoParties {

    final World world = new World();
    final Party holder = world.client();
    final Party rival = world.client();

    @AfterEach
    void close() {
        holder.requests().all(Fate.FINE);
        world.close();
    }
}
