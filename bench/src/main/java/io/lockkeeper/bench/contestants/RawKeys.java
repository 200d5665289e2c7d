package io.lockkeeper.bench.contestants;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.PutOption;

/** Two transactions through jetcd: put a key if there is none, and delete it if one put it oneself. It has no lease. */
final class RawKeys {
    private RawKeys() {}

    static Locks open(String url) {
        Client client = JetcdLock.connect(url);
        return Locks.of(name -> mutex(client.getKVClient(), JetcdLock.bytes(name), RawLimit.owner()), client::close);
    }

    private static Mutex mutex(KV kv, ByteSequence key, String owner) {
        Cmp absent = new Cmp(key, Cmp.Op.EQUAL, CmpTarget.createRevision(0));
        return RawLimit.polling(
                key.toString(),
                () -> isDone(kv, absent, Op.put(key, bytes(owner), PutOption.DEFAULT)),
                () -> isDone(
                        kv,
                        new Cmp(key, Cmp.Op.EQUAL, CmpTarget.value(bytes(owner))),
                        Op.delete(key, DeleteOption.DEFAULT)));
    }

    private static boolean isDone(KV kv, Cmp condition, Op change) {
        return JetcdLock.answer(kv.txn().If(condition).Then(change).commit()).isSucceeded();
    }

    private static ByteSequence bytes(String owner) {
        return JetcdLock.bytes(RawLimit.value(owner));
    }
}
