package io.lockkeeper.idempotentform;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.idempotency.web.IdempotentRoute;
import io.lockkeeper.idempotency.web.Tokens;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.HtmlUtils;

/** The form, its POST and the page that the POST redirects to. Only the form knows of tokens. */
@RestController
final class FormController {

    private final OrderDesk desk;
    private final Tokens tokens;
    private final IdempotentRoute orders;

    FormController(OrderDesk desk, Tokens tokens, IdempotentRoute orders) {
        this.desk = desk;
        this.tokens = tokens;
        this.orders = orders;
    }

    @GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
    String form(HttpServletRequest request) throws IOException {
        String token = tokens.issue(IdempotentForm.visitor(request), orders.tokenRoute());
        return page("form.html").replace("{token}", token);
    }

    /** A redirect with 303, so that reloading the page that follows repeats a GET. */
    @PostMapping("/orders")
    ResponseEntity<Void> order(@RequestParam("article") String article) throws InterruptedException {
        OrderDesk.Order order = desk.order(article);
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .location(URI.create("/orders/" + order.number()))
                .build();
    }

    @GetMapping(path = "/orders/{number}", produces = MediaType.TEXT_HTML_VALUE)
    String order(@PathVariable("number") int number) throws IOException {
        OrderDesk.Order order = desk.find(number).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        return page("order.html")
                .replace("{number}", String.valueOf(order.number()))
                .replace("{count}", String.valueOf(desk.count()))
                .replace("{article}", HtmlUtils.htmlEscape(order.article()));
    }

    private static String page(String name) throws IOException {
        return new ClassPathResource(name, FormController.class).getContentAsString(UTF_8);
    }
}
