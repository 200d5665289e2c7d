package io.lockkeeper.idempotency.web;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** Writes answers that the application did not write. */
record ReactiveAnswers(HttpSettings settings, ServerHttpResponse response) {

    Mono<Void> refuse(Refusal refusal) {
        response.setStatusCode(HttpStatusCode.valueOf(refusal.problem().status()));
        refusal.headers(settings).forEach(response.getHeaders()::set);
        return write(refusal.document(settings));
    }

    /** Answers a repeat. */
    Mono<Void> replay(StoredAnswer answer) {
        HttpHeaders headers = response.getHeaders();
        headers.set(Problem.REPLAYED, "true");
        if (answer instanceof StoredAnswer.Tombstone tombstone) {
            // Where the result is may still be useful; how the lost body was encoded is not.
            List<String> location = tombstone.headers().getOrDefault("Location", List.of());
            location.forEach(value -> headers.set("Location", value));
            return refuse(Refusals.gone(tombstone));
        }
        answer.headers().forEach((name, values) -> {
            headers.set(name, values.get(0));
            values.subList(1, values.size()).forEach(value -> headers.add(name, value));
        });
        HttpStatusCode status = HttpStatusCode.valueOf(answer.status());
        if (answer instanceof StoredAnswer.ErrorPage page) {
            return Mono.error(new ResponseStatusException(status, page.message().isEmpty() ? null : page.message()));
        }
        response.setStatusCode(status);
        return answer instanceof StoredAnswer.Complete complete ? write(complete.body()) : response.setComplete();
    }

    /** Writes a body; nothing, if it is empty. */
    Mono<Void> write(byte[] body) {
        if (body.length == 0) {
            return response.setComplete();
        }
        response.getHeaders().setContentLength(body.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }
}
