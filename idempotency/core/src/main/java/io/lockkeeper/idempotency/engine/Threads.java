package io.lockkeeper.idempotency.engine;

import io.lockkeeper.time.Timer;
import java.util.concurrent.Executor;

/** Where an engine's own short tasks run, later, and what is the user's, unless the user has an executor. */
interface Threads extends Timer, Executor {

    /** Runs nothing more. */
    void stop();
}
