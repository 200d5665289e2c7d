package io.lockkeeper.engine;

import io.lockkeeper.LeaseLoss;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The losses of thread-owned holds whose threads have not been told: {@code unlock()} tells, a new {@code lock()} forgets.
 * Nothing is kept of a thread that is gone, nor more than its last losses of one that never asks. Safe for use by many
 * threads.
 */
final class Losses {

    private static final int KEPT_FOR_A_THREAD = 64;

    private final Map<Thread, Map<String, LeaseLoss>> untold = new WeakHashMap<>();
    private volatile boolean any;

    void add(Thread owner, LeaseLoss loss) {
        synchronized (untold) {
            Map<String, LeaseLoss> own = untold.computeIfAbsent(owner, first -> new LinkedHashMap<>());
            own.remove(loss.name());
            own.put(loss.name(), loss);
            if (own.size() > KEPT_FOR_A_THREAD) {
                own.remove(own.keySet().iterator().next());
            }
            any = true;
        }
    }

    /** Takes what a thread is to be told about a lock, if there is anything. */
    @Nullable
    LeaseLoss take(Thread owner, String name) {
        if (!any) {
            return null;
        }
        synchronized (untold) {
            Map<String, LeaseLoss> own = untold.get(owner);
            LeaseLoss loss = own == null ? null : own.remove(name);
            if (own != null && own.isEmpty()) {
                untold.remove(owner);
            }
            any = !untold.isEmpty();
            return loss;
        }
    }
}
