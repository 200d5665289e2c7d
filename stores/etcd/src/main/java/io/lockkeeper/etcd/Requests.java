package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeRequest.SortOrder;
import io.etcd.jetcd.api.RangeRequest.SortTarget;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the server, one request each.
 *
 * <pre>
 * claim     if line and key are free and it was not withdrawn: put its place                              → {@link Answer.Won}
 *           else if its key is free and it was not withdrawn:  put it and look who is first and who is
 *                                                              before it; one that may not queue only looks
 *           else:                                              look at all of the line
 * exchange  if the old place is the session's still:           delete it, and claim, as though it were not there
 *           else:                                              claim
 * </pre>
 *
 * <p>The server evaluates all conditions, those of inner transactions included, before it changes anything.
 */
final class Requests {

    /** Since etcd 3.3 a condition may be on the lease of a key, which is 0 unless it says more; jetcd does not know it. */
    private static final int LEASE = 4;

    /** The field of a condition that holds a lease's number. */
    private static final int LEASE_FIELD = 8;

    private final Keys keys;

    Requests(Keys keys) {
        this.keys = keys;
    }

    /** Where the keys of a lock's line begin. */
    ByteString from(String lock) {
        return keys.line(lock);
    }

    /** Where they end. */
    ByteString end(String lock) {
        return keys.lineEnd(lock);
    }

    TxnRequest claim(Claim claim, ByteString place, long lease) {
        RequestOp put = put(claim, 0, place, lease);
        return TxnRequest.newBuilder()
                .addCompare(isEmpty(from(claim.name()), end(claim.name())))
                .addCompare(isAbsent(place))
                .addCompare(isAbsent(keys.withdrawal(claim.name(), claim.id())))
                .addSuccess(put)
                .addFailure(operation(join(claim, place, put)))
                .build();
    }

    TxnRequest exchange(ByteString old, long created, Claim next, ByteString place, long lease) {
        RequestOp put = put(next, created, place, lease);
        ByteString behindOld = old.concat(ByteString.copyFrom(new byte[1]));
        TxnRequest alone = TxnRequest.newBuilder()
                .addCompare(isEmpty(from(next.name()), old))
                .addCompare(isEmpty(behindOld, end(next.name())))
                .addCompare(isAbsent(place))
                .addCompare(isAbsent(keys.withdrawal(next.name(), next.id())))
                .addSuccess(put)
                .addFailure(operation(join(next, place, put)))
                .build();
        return TxnRequest.newBuilder()
                .addCompare(isCreated(old, created))
                .addCompare(belongsTo(old, lease))
                .addSuccess(RequestOp.newBuilder().setRequestDeleteRange(delete(old)))
                .addSuccess(operation(alone))
                .addFailure(operation(claim(next, place, lease)))
                .build();
    }

    /** Of a claim that finds the line occupied, or was sent before, or withdrawn. */
    private TxnRequest join(Claim claim, ByteString place, RequestOp put) {
        ByteString withdrawal = keys.withdrawal(claim.name(), claim.id());
        TxnRequest.Builder join =
                TxnRequest.newBuilder().addCompare(isAbsent(place)).addCompare(isAbsent(withdrawal));
        if (claim.mayQueue()) {
            join.addSuccess(put)
                    .addSuccess(read(inOrder(claim.name(), SortOrder.ASCEND).setLimit(1)))
                    .addSuccess(read(
                            inOrder(claim.name(), SortOrder.DESCEND).setLimit(2).setKeysOnly(true)));
        } else {
            join.addSuccess(read(inOrder(claim.name(), SortOrder.ASCEND).setLimit(1)));
        }
        return join.addFailure(read(RangeRequest.newBuilder().setKey(withdrawal).setCountOnly(true)))
                .addFailure(read(RangeRequest.newBuilder().setKey(place)))
                .addFailure(read(inOrder(claim.name(), SortOrder.ASCEND).setLimit(1)))
                .addFailure(read(inOrder(claim.name(), SortOrder.ASCEND).setKeysOnly(true)))
                .build();
    }

    /** Deletes a key, and answers what it was. */
    static DeleteRangeRequest delete(ByteString place) {
        return DeleteRangeRequest.newBuilder().setKey(place).setPrevKv(true).build();
    }

    /** Deletes a place, if it is still the one that was created then. */
    static TxnRequest delete(ByteString place, long created) {
        return TxnRequest.newBuilder()
                .addCompare(isCreated(place, created))
                .addSuccess(RequestOp.newBuilder().setRequestDeleteRange(delete(place)))
                .build();
    }

    /** Leaves a mark that a late copy of a claim obeys, and deletes its place, if that is known. */
    TxnRequest withdraw(String lock, ClaimId claim, @Nullable ByteString place, long lease) {
        TxnRequest.Builder withdrawal = TxnRequest.newBuilder()
                .addSuccess(RequestOp.newBuilder()
                        .setRequestPut(PutRequest.newBuilder()
                                .setKey(keys.withdrawal(lock, claim))
                                .setLease(lease)));
        if (place != null) {
            withdrawal.addSuccess(RequestOp.newBuilder().setRequestDeleteRange(delete(place)));
        }
        return withdrawal.build();
    }

    /**
     * Looks at a place and what is before it; a limit of 0 is none.
     *
     * <p>The member need not ask the others: an older state that shows the place itself shows all that were ever before
     * it, and some that are gone.
     */
    RangeRequest lookBefore(String lock, long created, int limit) {
        return inOrder(lock, SortOrder.DESCEND)
                .setMaxCreateRevision(created)
                .setLimit(limit)
                .setKeysOnly(true)
                .setSerializable(true)
                .build();
    }

    /** Looks at a place and what is behind it; a limit of 0 is none. */
    RangeRequest lookBehind(String lock, long created, int limit) {
        return inOrder(lock, SortOrder.ASCEND)
                .setMinCreateRevision(created)
                .setLimit(limit)
                .setKeysOnly(true)
                .build();
    }

    /** Looks who stands in line, and with whom it begins; a limit of 0 is none. */
    RangeRequest look(String lock, int limit) {
        return inOrder(lock, SortOrder.ASCEND).setLimit(limit).build();
    }

    static RequestOp read(RangeRequest.Builder range) {
        return RequestOp.newBuilder().setRequestRange(range).build();
    }

    private RangeRequest.Builder inOrder(String lock, SortOrder order) {
        return RangeRequest.newBuilder()
                .setKey(from(lock))
                .setRangeEnd(end(lock))
                .setSortTarget(SortTarget.CREATE)
                .setSortOrder(order);
    }

    /** Asks for some place or other: whether there are servers that have a leader and let this user read. */
    static RangeRequest any(Keys keys) {
        return RangeRequest.newBuilder()
                .setKey(keys.from(""))
                .setRangeEnd(Keys.behindAll(keys.from("")))
                .setLimit(1)
                .setKeysOnly(true)
                .build();
    }

    /** Asks for a key that nobody has: a range, however little of it is wanted, is counted as a whole. */
    static RangeRequest proof(Keys keys) {
        return RangeRequest.newBuilder().setKey(keys.from("")).build();
    }

    /** Leaves a mark that a place is recalled, if it is still the one that was created then. */
    TxnRequest recall(String lock, ByteString place, long created, long lease) {
        return TxnRequest.newBuilder()
                .addCompare(isCreated(place, created))
                .addSuccess(RequestOp.newBuilder()
                        .setRequestPut(PutRequest.newBuilder()
                                .setKey(keys.recall(lock, created))
                                .setLease(lease)))
                .build();
    }

    /** Looks for the place that was created then, and for the mark of its recall. */
    TxnRequest lookForRecall(String lock, long created) {
        return TxnRequest.newBuilder()
                .addSuccess(read(lookFor(lock, created).toBuilder().setKeysOnly(true)))
                .addSuccess(read(RangeRequest.newBuilder()
                        .setKey(keys.recall(lock, created))
                        .setCountOnly(true)))
                .build();
    }

    /** Looks for the place that was created then. */
    RangeRequest lookFor(String lock, long created) {
        return RangeRequest.newBuilder()
                .setKey(from(lock))
                .setRangeEnd(end(lock))
                .setMinCreateRevision(created)
                .setMaxCreateRevision(created)
                .build();
    }

    private static RequestOp put(Claim claim, long replaced, ByteString place, long lease) {
        return RequestOp.newBuilder()
                .setRequestPut(PutRequest.newBuilder()
                        .setKey(place)
                        .setValue(Holders.encode(claim, replaced))
                        .setLease(lease))
                .build();
    }

    private static RequestOp operation(TxnRequest inner) {
        return RequestOp.newBuilder().setRequestTxn(inner).build();
    }

    private static Compare isAbsent(ByteString key) {
        return isCreated(key, 0);
    }

    private static Compare isCreated(ByteString key, long revision) {
        return Compare.newBuilder()
                .setKey(key)
                .setTarget(Compare.CompareTarget.CREATE)
                .setCreateRevision(revision)
                .build();
    }

    /** No key of the range, if there are any, belongs to a lease: so none is a place. */
    private static Compare isEmpty(ByteString from, ByteString end) {
        return Compare.newBuilder()
                .setKey(from)
                .setRangeEnd(end)
                .setTargetValue(LEASE)
                .build();
    }

    private static Compare belongsTo(ByteString key, long lease) {
        return Compare.newBuilder()
                .setKey(key)
                .setTargetValue(LEASE)
                .setUnknownFields(newer(LEASE_FIELD, lease))
                .build();
    }

    /** A field that jetcd's description of the protocol does not know. */
    static UnknownFieldSet newer(int field, long value) {
        return UnknownFieldSet.newBuilder()
                .addField(field, Field.newBuilder().addVarint(value).build())
                .build();
    }
}
