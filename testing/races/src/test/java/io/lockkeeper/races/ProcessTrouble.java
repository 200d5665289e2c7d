package io.lockkeeper.races;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Workers that are killed, or paused for shorter and longer than their leases; by preference the one that acted last,
 * which most probably holds the lock.
 */
final class ProcessTrouble implements Trouble {

    private final Race race;
    private final List<Integer> berths;
    private final Duration lease;

    ProcessTrouble(Race race, List<Integer> berths, Duration lease) {
        this.race = race;
        this.berths = berths;
        this.lease = lease;
    }

    @Override
    public Fault next(Random random) {
        int anyone = berths.get(random.nextInt(berths.size()));
        int leader = race.leader();
        int berth = random.nextBoolean() && berths.contains(leader) ? leader : anyone;
        boolean kill = random.nextInt(3) == 0;
        Duration lasts = Trouble.between(random, lease.dividedBy(4), lease.multipliedBy(2));
        char letter = (char) ('A' + berth);
        return kill
                ? new Fault(
                        "worker " + letter + " is killed and replaced",
                        Duration.ZERO,
                        () -> race.fleet().replace(berth),
                        () -> race.fleet().at(berth).awaitReady())
                : new Fault(
                        "worker " + letter + " is paused",
                        lasts,
                        () -> race.fleet().at(berth).process().pause(),
                        () -> race.fleet().at(berth).process().resume());
    }
}
