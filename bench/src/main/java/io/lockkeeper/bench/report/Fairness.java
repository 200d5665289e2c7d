package io.lockkeeper.bench.report;

import java.util.List;

/** How evenly something was shared. */
public final class Fairness {
    private Fairness() {}

    /** Returns Jain's index: the sum's square over the squares' sum times their number; 1 for even shares, 1/n for one taker. */
    public static double jain(List<Long> shares) {
        double sum = shares.stream().mapToDouble(Long::doubleValue).sum();
        double squares =
                shares.stream().mapToDouble(share -> (double) share * share).sum();
        return squares == 0 ? 1 : sum * sum / (shares.size() * squares);
    }
}
