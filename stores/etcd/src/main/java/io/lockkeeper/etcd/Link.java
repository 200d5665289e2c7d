package io.lockkeeper.etcd;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.lockkeeper.etcd.Failures.LoginGoneException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store's link to its cluster: sends requests, once, and says what became of them.
 *
 * <p>A request whose connection broke fails, and the engine, which knows what it is worth, sends it again: were it repeated
 * here, the answer to a release that was carried out the first time would say that there was nothing to release.
 */
final class Link {

    /** Has a member that knows no leader say so at once. */
    private static final Metadata.Key<String> HAS_LEADER =
            Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER);

    private static final Metadata.Key<String> TOKEN = Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

    private final Timers timers;
    private final Channels channels;
    private final Failures failures;
    private final Overdue overdue;
    private final Window window;
    private final Duration timeout;
    private final Duration patience;
    private final Optional<Login> login;
    private volatile long heard = System.nanoTime();
    private volatile boolean closed;

    Link(EtcdSettings settings, Failures failures, Timers timers) {
        this.timers = timers;
        this.channels = new Channels(settings, timers);
        this.window = new Window(timers, settings.timeout());
        this.overdue = new Overdue(timers, settings.patience());
        this.failures = failures;
        this.timeout = settings.timeout();
        this.patience = settings.patience();
        this.login = settings.credentials().map(known -> new Login(() -> authenticate(known)));
    }

    /** Runs a task later; never if the store is closed by then. */
    void after(long nanos, Runnable task) {
        timers.after(nanos, task);
    }

    /**
     * Sends a request; what it fails with is one of the SPI's failures, or one of {@link Failures}. It may wait for others
     * while these are answered.
     */
    <Q, R> CompletableFuture<R> ask(MethodDescriptor<Q, R> method, Q question) {
        CompletableFuture<R> answered = new CompletableFuture<>();
        window.enter(
                turn -> {
                    try {
                        var unused = askAtOnce(method, question, timeout).whenComplete((answer, failure) -> {
                            turn.leave(failure == null);
                            if (failure == null) {
                                answered.complete(answer);
                            } else {
                                answered.completeExceptionally(failure);
                            }
                        });
                    } catch (Throwable thrown) {
                        answered.completeExceptionally(thrown);
                        throw thrown;
                    }
                },
                () -> answered.completeExceptionally(failures.of(Status.DEADLINE_EXCEEDED, false)));
        return answered;
    }

    /** Sends one of the requests that keep the session. It does not wait for others, and is given up sooner. */
    <Q, R> CompletableFuture<R> askUrgently(MethodDescriptor<Q, R> method, Q question) {
        return askAtOnce(method, question, patience);
    }

    private <Q, R> CompletableFuture<R> askAtOnce(MethodDescriptor<Q, R> method, Q question, Duration most) {
        if (closed) {
            return CompletableFuture.failedFuture(closed());
        }
        // A stage takes whatever is thrown for a failure: the window is left, and the heartbeat goes on.
        return token().thenCompose(token -> send(method, question, token, most)
                .exceptionallyCompose(failure -> token != null && Failures.unwrap(failure) instanceof LoginGoneException
                        ? login.orElseThrow()
                                .tokenAfter(token)
                                .thenCompose(fresh -> send(method, question, fresh, most))
                                .exceptionallyCompose(Link::refusedTwice)
                        : CompletableFuture.failedFuture(failure)));
    }

    private static <R> CompletableFuture<R> refusedTwice(Throwable failure) {
        return CompletableFuture.failedFuture(
                Failures.unwrap(failure) instanceof LoginGoneException gone ? gone.otherwise() : failure);
    }

    /** Opens a stream for as long as it lasts; the listener is told of its end. */
    <Q, R> CompletableFuture<ClientCall<Q, R>> open(MethodDescriptor<Q, R> method, ClientCall.Listener<R> listener) {
        return token().thenApply(token -> {
            ManagedChannel channel = channels.current();
            ClientCall<Q, R> call = channel.newCall(method, CallOptions.DEFAULT);
            call.start(new Overheard<>(channel, listener), headers(token));
            return call;
        });
    }

    /** The connection that is asked now. */
    ManagedChannel channel() {
        return channels.current();
    }

    /** Leaves a member that answers, but not everything, for another if there is one and it was not left meanwhile. */
    void tryAnotherThan(ManagedChannel asked) {
        if (channels.areSeveral()) {
            channels.leave(asked);
        }
    }

    /** Forgets the login: the next request logs in anew. */
    void logInAgain() {
        login.ifPresent(Login::forget);
    }

    /** Has something done whenever another connection has taken the place of one. */
    void onMove(Runnable task) {
        channels.onMove(task);
    }

    boolean isClosed() {
        return closed;
    }

    /** Accepts no more requests. */
    void refuseMore() {
        closed = true;
    }

    /** Sends a last request, of a store that is being closed, then closes the connection. */
    <Q, R> void closeAfter(MethodDescriptor<Q, R> method, Q question, Runnable then) {
        var unused = token().thenCompose(token -> send(method, question, token, timeout))
                .whenComplete((done, failure) -> {
                    close();
                    then.run();
                });
    }

    void close() {
        closed = true;
        channels.close();
    }

    private CompletableFuture<String> authenticate(Credentials known) {
        AuthenticateRequest question = AuthenticateRequest.newBuilder()
                .setName(known.user())
                .setPassword(known.password())
                .build();
        return send(AuthGrpc.getAuthenticateMethod(), question, null, timeout)
                .thenApply(AuthenticateResponse::getToken);
    }

    private CompletableFuture<@Nullable String> token() {
        return login.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : login.get().token().thenApply(token -> token);
    }

    private <Q, R> CompletableFuture<R> send(
            MethodDescriptor<Q, R> method, Q question, @Nullable String token, Duration most) {
        CompletableFuture<R> answered = new CompletableFuture<>();
        ManagedChannel channel = channels.current();
        Request.send(channel, method, question, headers(token), overdue, most, (answer, status, sent, began) -> {
            if (answer != null) {
                heard = System.nanoTime();
                answered.complete(answer);
            } else {
                failed(channel, status, began);
                answered.completeExceptionally(closed ? closed() : failures.of(status, sent));
            }
        });
        return answered;
    }

    /** Leaves a connection that is broken, or on which nothing was heard while a request waited in vain. */
    private void failed(ManagedChannel channel, Status status, long began) {
        boolean broken = status.getCode() == Status.Code.UNAVAILABLE && !Failures.isFromServer(status);
        boolean silent = status.getCode() == Status.Code.DEADLINE_EXCEEDED && heard - began < 0;
        boolean isolated = Failures.isFromServer(status) && status.getCode() == Status.Code.UNAVAILABLE;
        if (broken || silent || (isolated && channels.areSeveral())) {
            channels.leave(channel);
        }
    }

    private static Metadata headers(@Nullable String token) {
        Metadata headers = new Metadata();
        headers.put(HAS_LEADER, "true");
        if (token != null) {
            headers.put(TOKEN, token);
        }
        return headers;
    }

    /** Hears what a stream hears: whether the connection lives. */
    private final class Overheard<R> extends ForwardingClientCallListener<R> {
        private final ManagedChannel channel;
        private final ClientCall.Listener<R> listener;
        private final long began = System.nanoTime();

        Overheard(ManagedChannel channel, ClientCall.Listener<R> listener) {
            this.channel = channel;
            this.listener = listener;
        }

        @Override
        protected ClientCall.Listener<R> delegate() {
            return listener;
        }

        @Override
        public void onMessage(R message) {
            heard = System.nanoTime();
            super.onMessage(message);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            failed(channel, status, began);
            super.onClose(status, trailers);
        }
    }

    static IllegalStateException closed() {
        return new IllegalStateException("This store is closed.");
    }
}
