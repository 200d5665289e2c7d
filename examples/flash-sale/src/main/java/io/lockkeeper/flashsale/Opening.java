package io.lockkeeper.flashsale;

import io.lockkeeper.Guarantees;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;

/**
 * What a service says of its store once it is connected, so that the sale itself need not connect.
 *
 * @param reach how far the store's locks reach
 * @param expiry what frees the lock of a holder that died
 * @param store the store in a few words
 */
record Opening(Guarantees.Reach reach, Guarantees.Expiry expiry, String store) {

    static final String UNREACHABLE = "unreachable";
    static final String MISNAMED = "misnamed";

    static Opening of(LockClient locks) {
        Guarantees guarantees = locks.guarantees();
        return new Opening(guarantees.reach(), guarantees.expiry(), guarantees.store());
    }

    /** The opening as a line, which {@link #parse} reads. */
    @Override
    public String toString() {
        return "open " + reach + " " + expiry + " " + store;
    }

    /** Reads a line, or throws what the service met instead. */
    static Opening parse(String line) {
        String[] words = line.split(" ", 4);
        return switch (words[0]) {
            case "open" ->
                new Opening(Guarantees.Reach.valueOf(words[1]), Guarantees.Expiry.valueOf(words[2]), words[3]);
            case UNREACHABLE ->
                throw new StoreUnavailableException(line.substring(UNREACHABLE.length() + 1), false, null);
            case MISNAMED -> throw new IllegalArgumentException(line.substring(MISNAMED.length() + 1));
            default -> throw new IllegalStateException(line);
        };
    }
}
