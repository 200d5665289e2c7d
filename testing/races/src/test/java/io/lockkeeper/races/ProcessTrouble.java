package io.lockkeeper.races;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Workers that are killed, or paused for shorter and longer than their leases. */
final class ProcessTrouble implements Trouble {

    private final Fleet fleet;
    private final List<Integer> berths;
    private final Duration lease;

    ProcessTrouble(Fleet fleet, List<Integer> berths, Duration lease) {
        this.fleet = fleet;
        this.berths = berths;
        this.lease = lease;
    }

    @Override
    public Fault next(Random random) {
        int berth = berths.get(random.nextInt(berths.size()));
        boolean kill = random.nextInt(3) == 0;
        Duration lasts = Trouble.between(random, lease.dividedBy(4), lease.multipliedBy(2));
        char letter = (char) ('A' + berth);
        return kill
                ? Fault.atOnce("worker " + letter + " is killed and replaced", () -> fleet.replace(berth))
                : new Fault(
                        "worker " + letter + " is paused",
                        lasts,
                        () -> fleet.at(berth).process().pause(),
                        () -> fleet.at(berth).process().resume());
    }
}
