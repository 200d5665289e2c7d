package io.lockkeeper.idempotency.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** Writes answers that the application did not write. */
record ServletAnswers(HttpSettings settings, HttpServletResponse response) {

    void refuse(Refusal refusal) throws IOException {
        response.setStatus(refusal.problem().status());
        refusal.headers(settings).forEach(response::setHeader);
        write(refusal.document(settings));
    }

    /** Answers a repeat. */
    void replay(StoredAnswer answer) throws IOException {
        response.setHeader(Problem.REPLAYED, "true");
        if (answer instanceof StoredAnswer.Tombstone tombstone) {
            // Where the result is may still be useful; how the lost body was encoded is not.
            List<String> location = tombstone.headers().getOrDefault("Location", List.of());
            location.forEach(value -> response.setHeader("Location", value));
            refuse(Refusals.gone(tombstone));
            return;
        }
        answer.headers().forEach((name, values) -> {
            response.setHeader(name, values.get(0));
            values.subList(1, values.size()).forEach(value -> response.addHeader(name, value));
        });
        if (answer instanceof StoredAnswer.Complete complete) {
            response.setStatus(complete.status());
            if (complete.body().length > 0) {
                write(complete.body());
            }
        } else if (answer instanceof StoredAnswer.ErrorPage page) {
            response.sendError(page.status(), page.message());
        }
    }

    private void write(byte[] body) throws IOException {
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
