package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Which answers repeats get. */
class ReplayTest extends FilterTesting {

    private void sameTwice(int status) throws Exception {
        HttpResponse<byte[]> first = send(order("{}"));
        HttpResponse<byte[]> second = send(order("{}"));
        assertThat(runs).hasValue(1);
        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(replayed(first)).isFalse();
        assertThat(second.statusCode()).isEqualTo(status);
        assertThat(replayed(second)).isTrue();
        assertThat(second.body()).isEqualTo(first.body());
        for (String name : List.of("Content-Type", "Content-Encoding", "Content-Length", "Location", "ETag", "Link")) {
            assertThat(second.headers().allValues(name))
                    .as(name)
                    .isEqualTo(first.headers().allValues(name));
        }
    }

    @Test
    void aRepeatGetsTheStoredAnswerAndNothingRuns() throws Exception {
        serve((request, response) -> {
            response.setStatus(201);
            response.setContentType("application/json");
            response.setHeader("Location", "/orders/7");
            response.setHeader("ETag", "\"1\"");
            response.addHeader("Link", "</a>");
            response.addHeader("Link", "</b>");
            response.getWriter().print("{\"id\":7,\"name\":\"B\u00fcro\"}");
        });
        sameTwice(201);
    }

    @Test
    void binaryAnswersAreReplayedByteByByte() throws Exception {
        byte[] body = new byte[100_000];
        new Random(1).nextBytes(body);
        serve((request, response) -> {
            response.setContentType("application/octet-stream");
            response.setContentLength(body.length);
            response.getOutputStream().write(body, 0, 7);
            response.flushBuffer();
            response.getOutputStream().write(body, 7, body.length - 7);
        });
        sameTwice(200);
        assertThat(send(order("{}")).body()).isEqualTo(body);
    }

    @Test
    void compressedAnswersAreReplayedAsTheyWereSent() throws Exception {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write("a".repeat(1000).getBytes(UTF_8));
        }
        serve((request, response) -> {
            response.setHeader("Content-Encoding", "gzip");
            response.setContentType("text/plain");
            response.getOutputStream().write(compressed.toByteArray());
        });
        sameTwice(200);
        assertThat(send(order("{}")).body()).isEqualTo(compressed.toByteArray());
        assertThat(header(send(order("{}")), "Content-Encoding")).isEqualTo("gzip");
    }

    @Test
    void anAnswerWithoutABodyIsReplayed() throws Exception {
        serve((request, response) -> response.setStatus(204));
        sameTwice(204);
    }

    @Test
    void aRedirectIsReplayed() throws Exception {
        serve((request, response) -> response.sendRedirect("/shop/orders/7"));
        sameTwice(302);
        assertThat(header(send(order("{}")), "Location")).endsWith("/shop/orders/7");
    }

    @Test
    void anErrorPageIsMadeAgain() throws Exception {
        serve((request, response) -> response.sendError(404, "No such article"));
        sameTwice(404);
        assertThat(text(send(order("{}")))).contains("No such article");
    }

    @Test
    void credentialsAreNotReplayed() throws Exception {
        serve((request, response) -> {
            response.addCookie(new Cookie("session", "secret"));
            response.setHeader("WWW-Authenticate", "Basic");
            response.setHeader("Authorization", "secret");
            response.setHeader("X-Other", "1");
            response.getWriter().print("done");
        });
        HttpResponse<byte[]> first = send(order("{}"));
        assertThat(header(first, "Set-Cookie")).contains("secret");
        HttpResponse<byte[]> second = send(order("{}"));
        assertThat(replayed(second)).isTrue();
        assertThat(second.headers().map().keySet())
                .doesNotContain("set-cookie", "www-authenticate", "authorization", "x-other");
    }

    @Test
    void anAnswerThatIsTooLargeIsSentAndLeavesATombstone() throws Exception {
        byte[] body = new byte[50_000];
        new Random(2).nextBytes(body);
        serve(idempotency, settings.withBounds(1000, 10_000), ORDERS, (request, response) -> {
            response.setStatus(201);
            response.setHeader("Location", "/orders/7");
            response.setHeader("Content-Encoding", "identity");
            for (int i = 0; i < 50; i++) {
                response.getOutputStream().write(body, i * 1000, 1000);
            }
        });
        HttpResponse<byte[]> first = send(order("{}"));
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).isEqualTo(body);
        HttpResponse<byte[]> second = send(order("{}"));
        assertThat(runs).hasValue(1);
        assertThat(second.statusCode()).isEqualTo(410);
        assertThat(replayed(second)).isTrue();
        assertThat(header(second, "Location")).isEqualTo("/orders/7");
        assertThat(header(second, "Content-Encoding")).isEqualTo("none");
        assertThat(text(second)).contains("answer-gone").contains("status 201");
    }

    @Test
    void aStreamedAnswerLeavesATombstone() throws Exception {
        serve((request, response) -> {
            response.setContentType("text/event-stream;charset=UTF-8");
            response.getWriter().print("data: 1\n\n");
            response.flushBuffer();
        });
        assertThat(text(send(order("{}")))).isEqualTo("data: 1\n\n");
        assertThat(send(order("{}")).statusCode()).isEqualTo(410);
        assertThat(runs).hasValue(1);
    }

    @Test
    void theApplicationReadsBodyAndFieldsAsBefore() throws Exception {
        serve((request, response) -> {
            response.setContentType("text/plain;charset=UTF-8");
            if (request.getContentType().equals("application/json")) {
                response.getWriter().print(request.getReader().readLine());
            } else {
                response.getWriter()
                        .print(request.getParameter("article") + String.join("|", request.getParameterValues("n")));
            }
        });
        assertThat(text(send(order("{\"a\":1}")))).isEqualTo("{\"a\":1}");
        HttpRequest.Builder form = HttpRequest.newBuilder(uri("/orders?n=1"))
                .header("Idempotency-Key", "\"form\"")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("article=Bl%C3%BCte+x&n=2&n=3"));
        assertThat(text(send(form))).isEqualTo("Bl\u00fcte x1|2|3");
    }

    @Test
    void aThousandConcurrentRepeatsRunOnce() throws Exception {
        serve(
                orders(IdempotentRoute.Rules.DEFAULTS.options().withMaxWait(Duration.ofSeconds(60))),
                (request, response) -> response.getWriter().print("once"));
        List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            answers.add(sendAsync(order("{}")));
        }
        for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
            assertThat(answer.get().statusCode()).isEqualTo(200);
            assertThat(text(answer.get())).isEqualTo("once");
        }
        assertThat(runs).hasValue(1);
        assertThat(answers.stream().filter(answer -> replayed(answer.join()))).hasSize(999);
    }

    @Test
    void aFormIsReadInTheCharsetOfTheRequest() throws Exception {
        serve((request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter().print(request.getParameter("article"));
        });
        HttpRequest.Builder form = order("article=B%FCro")
                .setHeader("Content-Type", "application/x-www-form-urlencoded;charset=ISO-8859-1");
        assertThat(text(send(form))).isEqualTo("B\u00fcro");
    }

    @Test
    void aCharsetThatIsNamedAfterTheWriterWasOpenedDoesNotRelabelIt() throws Exception {
        serve((request, response) -> {
            response.setContentType("text/plain;charset=ISO-8859-1");
            response.getWriter().print("B\u00fcro");
            response.setContentType("text/html;charset=UTF-8");
        });
        for (int i = 0; i < 2; i++) {
            HttpResponse<byte[]> answer = send(order("{}"));
            assertThat(header(answer, "Content-Type")).isEqualToIgnoringCase("text/html;charset=ISO-8859-1");
            assertThat(answer.body()).isEqualTo("B\u00fcro".getBytes(ISO_8859_1));
        }
    }

    @Test
    void whatTheApplicationTookBackIsNeitherSentNorStored() throws Exception {
        serve((request, response) -> {
            response.getWriter().print("half of a secret");
            response.resetBuffer();
            response.getWriter().print("done");
        });
        assertThat(text(send(order("{}")))).isEqualTo("done");
        assertThat(text(send(order("{}")))).isEqualTo("done");
        assertThat(runs).hasValue(1);
    }

    @Test
    void aRedirectTakesBackWhatWasWrittenBefore() throws Exception {
        serve((request, response) -> {
            response.getWriter().print("half of a secret");
            response.sendRedirect("/shop/orders/7");
        });
        assertThat(text(send(order("{}")))).isEmpty();
        assertThat(text(send(order("{}")))).isEmpty();
    }
}
