package io.lockkeeper.idempotency.web;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A request that is not carried out: the problem, what is wrong with this request, and after how many seconds it may be repeated.
 */
record Refusal(Problem problem, String detail, OptionalLong retryAfter) {

    static Refusal of(Problem problem, String detail) {
        return new Refusal(problem, detail, OptionalLong.empty());
    }

    static Refusal later(Problem problem, String detail, long seconds) {
        return new Refusal(problem, detail, OptionalLong.of(seconds));
    }

    /** The headers of the answer. */
    Map<String, String> headers(HttpSettings settings) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", Problem.MEDIA_TYPE);
        headers.put("Cache-Control", "no-store");
        Problem.link(settings.policy()).ifPresent(link -> headers.put("Link", link));
        retryAfter.ifPresent(seconds -> headers.put("Retry-After", String.valueOf(seconds)));
        return headers;
    }

    byte[] document(HttpSettings settings) {
        return problem.document(settings.policy(), detail);
    }
}
