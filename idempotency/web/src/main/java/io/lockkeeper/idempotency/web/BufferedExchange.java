package io.lockkeeper.idempotency.web;

import java.util.Map;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.http.codec.multipart.DefaultPartHttpMessageReader;
import org.springframework.http.codec.multipart.MultipartHttpMessageReader;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An exchange whose body was read already. Its parts are parsed here, since the exchange beneath finds no body any more; the fields of a
 * form were parsed by that one.
 */
final class BufferedExchange extends ServerWebExchangeDecorator {

    private final byte[] body;
    private final ServerHttpRequest request;
    private final ServerHttpResponse response;
    private final Mono<MultiValueMap<String, Part>> parts;

    BufferedExchange(ServerWebExchange exchange, byte[] body) {
        this(exchange, body, exchange.getResponse());
    }

    private BufferedExchange(ServerWebExchange exchange, byte[] body, ServerHttpResponse response) {
        super(exchange);
        this.body = body;
        this.response = response;
        request = new Request(exchange.getRequest(), body);
        MediaType type = request.getHeaders().getContentType();
        parts = MediaType.MULTIPART_FORM_DATA.isCompatibleWith(type)
                ? new MultipartHttpMessageReader(inMemory(body.length))
                        .readMono(ResolvableType.forClass(MultiValueMap.class), request, Map.of())
                        .cache()
                : Mono.just(new LinkedMultiValueMap<>());
    }

    /** Parts are in memory already, and nobody would delete their files: the exchange beneath does not know them. */
    private static DefaultPartHttpMessageReader inMemory(int bytes) {
        DefaultPartHttpMessageReader reader = new DefaultPartHttpMessageReader();
        reader.setMaxInMemorySize(bytes);
        return reader;
    }

    /** Returns the same request with another response. */
    BufferedExchange answering(ServerHttpResponse other) {
        return new BufferedExchange(getDelegate(), body, other);
    }

    @Override
    public ServerHttpRequest getRequest() {
        return request;
    }

    @Override
    public ServerHttpResponse getResponse() {
        return response;
    }

    @Override
    public Mono<MultiValueMap<String, Part>> getMultipartData() {
        return parts;
    }

    private static final class Request extends ServerHttpRequestDecorator {

        private final byte[] body;

        Request(ServerHttpRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return Flux.defer(() ->
                    body.length == 0 ? Flux.empty() : Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(body)));
        }
    }
}
