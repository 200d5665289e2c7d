package io.lockkeeper.bench.guard;

/**
 * What a guard found.
 *
 * @param violations how often two held the lock at once; 0 is what a lock is for
 */
public record Verdict(long violations) {

    /** Returns both together. */
    public Verdict and(Verdict other) {
        return new Verdict(violations + other.violations);
    }

    /** Returns whether the lock did what a lock is for. */
    public boolean isClean() {
        return violations == 0;
    }

    @Override
    public String toString() {
        return isClean() ? "ok" : "VIOLATED " + violations + "×";
    }
}
