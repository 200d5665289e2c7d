package io.lockkeeper.flashsale;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockListener;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import java.io.IOException;
import java.nio.file.Path;

/** What an order service works with: the folder of stock files, and the client for their locks. */
record Shop(Path folder, LockClient locks) implements AutoCloseable {

    static Shop open(String storeUrl, Path folder, LockListener listener) {
        ClientOptions options =
                ClientOptions.defaults().withDescription("order service").withListener(listener);
        return new Shop(folder, LockClient.connect(storeUrl, options));
    }

    StockFile stock(String article) throws IOException {
        return StockFile.open(folder.resolve(article));
    }

    /** The article's lock. The folder's name is different in every sale, so that two sales don't meet in one store. */
    DistributedLock lock(String article) {
        return locks.lock("flash-sale/" + folder.getFileName() + "/" + article);
    }

    /** The stock refuses old tokens, so a lock that is fenced is enough; a store without tokens serves as it can. */
    LockOptions lockOptions() {
        boolean fenced = locks.guarantees().refusal(Purpose.FENCED).isEmpty();
        return LockOptions.defaults().withPurpose(fenced ? Purpose.FENCED : Purpose.EFFICIENCY);
    }

    @Override
    public void close() {
        locks.close();
    }
}
