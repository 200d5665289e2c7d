package io.lockkeeper.spring;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** What a method locks. If its names are the same for each call, the locks are looked up once. Safe for use by many threads. */
final class LockTarget {

    private final StoreChoice store;
    private final LockNames names;
    private final LockOptions options;
    private final String signature;
    private volatile @Nullable Locks constant;

    LockTarget(StoreChoice store, LockNames names, LockOptions options, String signature) {
        this.store = store;
        this.names = names;
        this.options = options;
        this.signature = signature;
    }

    /** Checks what can be without a call: that there is a client, whether it fits the purpose, names that are the same for each call. */
    void prepare() {
        LockClient client = store.client();
        if (names.constant().isEmpty()) {
            Locks unused = Locks.of(client, List.of(signature), options.withAtLeast(Duration.ZERO));
        } else {
            constant = Locks.of(client, names.constant(), options);
        }
    }

    LockClient client() {
        return store.client();
    }

    /** The locks of a call. */
    Locks of(MethodInvocation call) {
        Locks known = constant;
        if (known == null) {
            known = of(names.of(call));
            if (!names.constant().isEmpty()) {
                constant = known;
            }
        }
        return known;
    }

    Locks of(List<String> some) {
        return Locks.of(store.client(), some, options);
    }
}
