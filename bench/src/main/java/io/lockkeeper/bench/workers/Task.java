package io.lockkeeper.bench.workers;

import io.lockkeeper.bench.contestants.Locks;

/** Something a worker can be ordered to do. */
interface Task {

    /** Does it, and returns what to answer. */
    Message run(Locks locks, Message order) throws Exception;
}
