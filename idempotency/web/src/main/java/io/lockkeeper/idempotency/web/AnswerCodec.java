package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.OutcomeCodec;

/** Stores answers as {@link AnswerFormat} has them. */
final class AnswerCodec implements OutcomeCodec<StoredAnswer> {

    static final AnswerCodec INSTANCE = new AnswerCodec();

    private static final String TYPE = "lockkeeper-http-answer";

    private AnswerCodec() {}

    @Override
    public EncodedValue encode(StoredAnswer answer) {
        return new EncodedValue(TYPE, AnswerFormat.encode(answer));
    }

    @Override
    public StoredAnswer decode(EncodedValue encoded) {
        if (!encoded.type().equals(TYPE)) {
            throw new UnreadableAnswerException("it is of type " + encoded.type());
        }
        return AnswerFormat.decode(encoded.content());
    }
}
