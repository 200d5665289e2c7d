package io.lockkeeper.idempotency.web;

import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A response that is held back until the operation is completed. From a bound on, and if it is flushed piece by piece, it is written
 * through; a client that is gone then does not cancel the application's stream.
 */
final class HeldReactiveResponse extends ServerHttpResponseDecorator {

    private final int bound;

    /** Those of the filters before. */
    private final Map<String, List<String>> headersBefore = new LinkedHashMap<>();

    private final MultiValueMap<String, ResponseCookie> cookiesBefore;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Sinks.Empty<Void> disconnected = Sinks.empty();
    private volatile boolean written;
    private volatile boolean through;

    HeldReactiveResponse(ServerHttpResponse response, int bound) {
        super(response);
        this.bound = bound;
        response.getHeaders().forEach((name, values) -> headersBefore.put(name, List.copyOf(values)));
        cookiesBefore = new LinkedMultiValueMap<>(response.getCookies());
    }

    /** Whether the answer is being sent already. */
    boolean isThrough() {
        return through;
    }

    /** Ends sending: the client is gone. */
    void disconnected() {
        Sinks.EmitResult unused = disconnected.tryEmitEmpty();
    }

    /** Returns what is to be stored. */
    StoredAnswer answer(StoredHeaders stored) {
        HttpStatusCode code = getStatusCode();
        int status = code == null ? 200 : code.value();
        Map<String, List<String>> all = new LinkedHashMap<>();
        getHeaders().forEach(all::put);
        Map<String, List<String>> headers = stored.of(all);
        return through
                ? new StoredAnswer.Tombstone(status, headers)
                : new StoredAnswer.Complete(status, headers, kept.toByteArray());
    }

    /** Forgets what was held back, with the application's headers. Returns false if it was sent already. */
    boolean discard() {
        if (through) {
            return false;
        }
        getHeaders().clear();
        headersBefore.forEach(
                (name, values) -> values.forEach(value -> getHeaders().add(name, value)));
        getCookies().clear();
        getCookies().addAll(cookiesBefore);
        kept.reset();
        return true;
    }

    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
        written = true;
        return Flux.from(body)
                .map(IdempotencyWebFilter::bytes)
                .windowUntil(this::exceeds, true)
                // The first window is empty if the first piece does not fit.
                .concatMap(window -> window.switchOnFirst(
                        (first, pieces) -> through && first.hasValue() ? writeThrough(pieces) : keep(pieces)))
                .then();
    }

    /** True once: for the first piece that does not fit. */
    private boolean exceeds(byte[] piece) {
        if (through || piece.length <= bound - kept.size()) {
            return false;
        }
        through = true;
        return true;
    }

    private Mono<Void> keep(Flux<byte[]> pieces) {
        return pieces.doOnNext(piece -> kept.write(piece, 0, piece.length)).then();
    }

    private Mono<Void> writeThrough(Flux<byte[]> rest) {
        Flux<byte[]> all = Flux.concat(Mono.fromSupplier(kept::toByteArray), rest);
        return drained(all, pieces -> getDelegate().writeWith(pieces.map(HeldReactiveResponse::wrap)));
    }

    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        written = true;
        through = true;
        Flux<byte[]> pieces = Flux.from(body).concatMap(Flux::from).map(IdempotencyWebFilter::bytes);
        return drained(pieces, all -> getDelegate().writeAndFlushWith(all.map(piece -> Mono.just(wrap(piece)))));
    }

    /** How pieces are sent. */
    private interface Sending {
        Mono<Void> send(Flux<byte[]> pieces);
    }

    /** Sends what the application produces, and lets it produce everything even if it cannot be sent any more. */
    private Mono<Void> drained(Flux<byte[]> pieces, Sending sending) {
        Flux<byte[]> shared = pieces.publish().autoConnect(2);
        Mono<Void> sent = Mono.defer(() -> sending.send(shared))
                .onErrorComplete()
                .takeUntilOther(disconnected.asMono())
                // What is not sent has perhaps not even been subscribed to.
                .doFinally(end -> shared.onErrorComplete().subscribe());
        return Mono.when(shared.then(), sent);
    }

    private static DataBuffer wrap(byte[] piece) {
        return DefaultDataBufferFactory.sharedInstance.wrap(piece);
    }

    @Override
    public Mono<Void> setComplete() {
        written = true;
        return Mono.empty();
    }

    @Override
    public boolean isCommitted() {
        return written || getDelegate().isCommitted();
    }
}
