package io.lockkeeper.file;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.file.LockRecord.Reading;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * What keeps a lock taken though nobody has its byte: its lease was set to a time that is to come, or its holder's process
 * ended while a process group works under it. Belongs to the {@link IoThread}.
 */
final class Keeping {

    /** A record that this release can't read may be replaced by one that it can. */
    static final Duration NEXT_LOOK_AT_UNKNOWN = Duration.ofSeconds(1);

    private static final Duration NEXT_LOOK_AT_GROUP = Duration.ofMillis(50);

    private final LockFiles lockFiles;
    private final Clock clock;

    Keeping(LockFiles lockFiles, Clock clock) {
        this.lockFiles = lockFiles;
        this.clock = clock;
    }

    /** How long a lock is to be left alone at least before the next look; zero if it may be granted. */
    Duration keptFor(LockRecord lock) throws IOException {
        if (!lock.held()) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(clock.instant(), lock.tenure().until());
        if (left.compareTo(Duration.ZERO) > 0) {
            return left;
        }
        return isAlive(lock.tenure().group()) ? NEXT_LOOK_AT_GROUP : Duration.ZERO;
    }

    /** The group that a holder's record names, as it is now. */
    ProcessGroup group(Holder holder) throws IOException {
        ProcessGroup group = ProcessGroup.of(holder.processGroup());
        return group.id() == 0 ? group : group.guarded(isGuarded(group));
    }

    private boolean isAlive(ProcessGroup group) throws IOException {
        return group.id() != 0 && (isGuarded(group) || group.isSeen());
    }

    private boolean isGuarded(ProcessGroup group) throws IOException {
        LockName place = group.place();
        return lockFiles.of(place).isLocked(place.offsetOfGroup());
    }

    /** What a held lock's record says of its holder; there is a lease only if it was set. */
    Holding holding(LockRecord lock) {
        LockRecord.Tenure tenure = lock.tenure();
        Duration left = Duration.between(clock.instant(), tenure.until());
        Optional<Duration> remaining = left.isNegative() ? Optional.empty() : Optional.of(left);
        return new Holding(tenure.holder(), lock.first(), Optional.of(tenure.since()), remaining);
    }

    /** Who is said to hold a lock whose record can't be read. */
    static Holder unknownHolder(Reading.Unknown unknown) {
        return new Holder("unknown", "unknown", 0, "unknown", unknown.why(), 0);
    }
}
