package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.JavaReentrantLock;
import io.lockkeeper.bench.contestants.Lockkeeper;
import io.lockkeeper.bench.memory.LockkeeperInMemory;
import io.lockkeeper.bench.memory.ReentrantLockInMemory;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.server.ServerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the engine itself takes and allocates, on the memory store, beside the JDK's own lock; by JMH. */
final class Allocation implements Scenario {
    static final List<Operation> OPERATIONS = List.of(
            new Operation("lockAndUnlock", "lock + unlock"),
            new Operation("reenterAndLeave", "re-enter + leave"),
            new Operation("tryAcquireAndClose", "tryAcquire + close"));

    @Override
    public String id() {
        return "alloc";
    }

    @Override
    public String title() {
        return "Within a process, on the memory store, uncontended, 1 thread";
    }

    /** It needs none; one kind of run has it. */
    @Override
    public Set<ServerKind> servers() {
        return Set.of(ServerKind.REDIS);
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        List<Column> columns = new ArrayList<>();
        for (Operation operation : OPERATIONS) {
            columns.add(operation.time());
            columns.add(operation.bytes());
        }
        return columns;
    }

    @Override
    public List<Entrant> entrants(List<Contestant> contestants, Stage stage) {
        List<Entrant> entrants = new ArrayList<>();
        for (Contestant each : contestants) {
            if (each instanceof Lockkeeper) {
                entrants.add(new Entrant(each.name(), () -> new JmhSession(LockkeeperInMemory.class, stage)));
            } else if (each instanceof JavaReentrantLock) {
                entrants.add(new Entrant(each.name(), () -> new JmhSession(ReentrantLockInMemory.class, stage)));
            }
        }
        return entrants;
    }

    /**
     * One thing that is measured.
     *
     * @param method the benchmark's, in each class that has it
     * @param title as in the table's head
     */
    record Operation(String method, String title) {

        Column time() {
            return Column.less(title + " ns");
        }

        Column bytes() {
            return Column.less(title + " B");
        }
    }
}
