package io.lockkeeper.etcd;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One request and its one answer. On a method that streams, the stream is for these two.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
final class Request<Q, R> extends ClientCall.Listener<R> {

    private final Q question;
    private final Outcome<R> outcome;
    private final long began = System.nanoTime();
    private final Overdue overdue;
    private volatile boolean sent;
    private volatile boolean givenUp;
    private volatile boolean over;
    private volatile @Nullable ClientCall<Q, R> call;
    private @Nullable R answer;

    private Request(Q question, Overdue overdue, Outcome<R> outcome) {
        this.question = question;
        this.overdue = overdue;
        this.outcome = outcome;
    }

    /** Told how a request ended. */
    interface Outcome<R> {

        /**
         * It ended.
         *
         * @param answer what was answered; null if it failed
         * @param status why it failed
         * @param sent whether it may have reached the server
         * @param began when it was made, by {@code System.nanoTime()}
         */
        void ended(@Nullable R answer, Status status, boolean sent, long began);
    }

    static <Q, R> void send(
            Channel channel,
            MethodDescriptor<Q, R> method,
            Q question,
            Metadata headers,
            Overdue overdue,
            Duration patience,
            Outcome<R> outcome) {
        new Request<Q, R>(question, overdue, outcome).send(channel, method, headers, patience);
    }

    private void send(Channel channel, MethodDescriptor<Q, R> method, Metadata headers, Duration patience) {
        CallOptions options = CallOptions.DEFAULT.withStreamTracerFactory(new Departure());
        ClientCall<Q, R> started = channel.newCall(method, options);
        started.start(this, headers);
        started.request(2);
        started.sendMessage(question);
        started.halfClose();
        call = started;
        overdue.watch(this, patience);
        if (over) {
            overdue.forget(this); // It failed at once.
        }
    }

    /** Its time is over. */
    void giveUp() {
        givenUp = true;
        ClientCall<Q, R> started = call;
        if (started != null) {
            started.cancel("It was not answered in time.", null);
        }
    }

    @Override
    public void onMessage(R message) {
        answer = message;
    }

    @Override
    public void onClose(Status closed, Metadata trailers) {
        over = true;
        overdue.forget(this);
        Status status = givenUp && closed.getCode() == Status.Code.CANCELLED ? Status.DEADLINE_EXCEEDED : closed;
        if (status.isOk() && answer == null) {
            outcome.ended(null, Status.INTERNAL.withDescription("answered nothing"), true, began);
        } else {
            outcome.ended(status.isOk() ? answer : null, status, sent, began);
        }
    }

    /** Sees whether a connection was found, on which the request may have left. */
    private final class Departure extends ClientStreamTracer.Factory {
        @Override
        public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
            return new ClientStreamTracer() {
                @Override
                public void streamCreated(Attributes transport, Metadata headers) {
                    sent = true;
                }
            };
        }
    }
}
