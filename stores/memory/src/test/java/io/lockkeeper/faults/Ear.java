package io.lockkeeper.faults;

import static java.util.Objects.requireNonNull;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client's ear that a test can stop, so that signals are lost, or hold, so that they come later. */
public final class Ear {

    private final Queue<Runnable> kept = new ConcurrentLinkedQueue<>();
    private volatile boolean deaf;
    private volatile boolean slow;
    private volatile @Nullable Signals client;

    /** Tells the client something that its store did not say. */
    public void forge(Consumer<Signals> message) {
        message.accept(requireNonNull(client));
    }

    /** From now on, signals are lost. */
    public void lose() {
        deaf = true;
    }

    /** From now on, signals are kept until {@link #deliver}. */
    public void hold() {
        slow = true;
    }

    /** Delivers what was kept; from now on, signals are heard at once. */
    public void deliver() {
        deaf = false;
        slow = false;
        for (Runnable signal = kept.poll(); signal != null; signal = kept.poll()) {
            signal.run();
        }
    }

    /** For {@link FaultyStore}. */
    public Signals detour(Signals client) {
        this.client = client;
        return new Signals() {
            @Override
            public void granted(Grant grant, long secret) {
                tell(() -> client.granted(grant, secret));
            }

            @Override
            public void free(String name) {
                tell(() -> client.free(name));
            }

            @Override
            public void contended(String name) {
                tell(() -> client.contended(name));
            }

            @Override
            public void lost(String name, ClaimId claim, LeaseLoss.Reason reason) {
                tell(() -> client.lost(name, claim, reason));
            }

            @Override
            public void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason) {
                tell(() -> client.mayBeLost(name, claim, reason));
            }

            @Override
            public void mayBeRecalled(String name, ClaimId claim) {
                tell(() -> client.mayBeRecalled(name, claim));
            }

            @Override
            public void missed() {
                tell(client::missed);
            }
        };
    }

    private void tell(Runnable signal) {
        if (slow) {
            kept.add(signal);
        } else if (!deaf) {
            signal.run();
        }
    }
}
