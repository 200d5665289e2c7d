package io.lockkeeper.engine;

import io.lockkeeper.Candidacy;
import io.lockkeeper.Election;
import io.lockkeeper.Holder;
import io.lockkeeper.LeaderWatch;
import io.lockkeeper.LeaderWork;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockStatus;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A name and its options; everything else is in its client's {@link Elections}.
 *
 * @param client the client
 * @param name the lock's name
 * @param options of the lock
 */
record EngineElection(EngineClient client, String name, LockOptions options) implements Election {

    @Override
    public Candidacy stand(LeaderWork work) {
        Objects.requireNonNull(work, "work");
        return client.elections().stand(name, options, work);
    }

    @Override
    public Optional<Holder> leader() {
        return client.look(name).flatMap(LockStatus::holder);
    }

    @Override
    public LeaderWatch watch(Consumer<Optional<Holder>> listener) {
        Objects.requireNonNull(listener, "listener");
        return client.elections().watch(name, listener);
    }

    @Override
    public String toString() {
        return "Election[" + name + "]";
    }
}
