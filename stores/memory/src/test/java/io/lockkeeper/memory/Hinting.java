package io.lockkeeper.memory;

import io.lockkeeper.contract.ExpiryContract;
import io.lockkeeper.contract.HintContract;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.contract.TokenContract;
import io.lockkeeper.store.Store;
import java.time.Duration;

/** The test class of a {@link HintingStore}, which gives hints or, broken, gives none. */
abstract class Hinting implements TokenContract, ExpiryContract, HintContract {
    private final ManualTime time = new ManualTime();
    private final MemorySpace space = new MemorySpace(time);
    private final boolean silent;

    Hinting(boolean silent) {
        this.silent = silent;
    }

    @Override
    public Store open() {
        return new HintingStore(space.connect(), silent);
    }

    @Override
    public void elapse(Duration passing) {
        time.advance(passing);
    }
}
