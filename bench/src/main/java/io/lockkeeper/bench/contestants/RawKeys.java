package io.lockkeeper.bench.contestants;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.PutOption;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The least that two transactions can cost through jetcd: put a key if there is none, and delete it if one put it oneself.
 *
 * <p>No lease, no re-entry, no order, no token, no care about lost replies. Who finds the lock held tries again after
 * {@link RawMutex#RETRY_NANOS}.
 */
public final class RawKeys implements OnEtcd {

    @Override
    public String name() {
        return "raw-limit";
    }

    @Override
    public Locks open(String url) {
        Client client = Jetcd.connect(url);
        String process = UUID.randomUUID().toString();
        AtomicLong mutexes = new AtomicLong();
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                return new RawKey(client.getKVClient(), Jetcd.bytes(name), process + ":" + mutexes.incrementAndGet());
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    /** One lock. Each thread is told apart by its id in the value. */
    private record RawKey(KV kv, ByteSequence name, String owner) implements Mutex {
        @Override
        public void lock() {
            Cmp absent = new Cmp(name, Cmp.Op.EQUAL, CmpTarget.createRevision(0));
            while (!done(absent, Op.put(name, value(), PutOption.DEFAULT))) {
                LockSupport.parkNanos(RawMutex.RETRY_NANOS);
            }
        }

        @Override
        public void unlock() {
            Cmp own = new Cmp(name, Cmp.Op.EQUAL, CmpTarget.value(value()));
            if (!done(own, Op.delete(name, DeleteOption.DEFAULT))) {
                throw new IllegalMonitorStateException(name + " was not held");
            }
        }

        private boolean done(Cmp condition, Op change) {
            return Jetcd.answer(kv.txn().If(condition).Then(change).commit()).isSucceeded();
        }

        private ByteSequence value() {
            return Jetcd.bytes(owner + ":" + Thread.currentThread().getId());
        }
    }
}
