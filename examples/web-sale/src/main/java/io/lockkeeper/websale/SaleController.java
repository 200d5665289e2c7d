package io.lockkeeper.websale;

import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The page's controls and its live figures. Only JSON is taken, which browsers do not send for pages of other origins. */
@RestController
@RequestMapping("/sale")
final class SaleController {

    private final Sale sale;
    private final LivePage page;

    SaleController(Sale sale, LivePage page) {
        this.sale = sale;
        this.page = page;
    }

    /** How the next orders are placed. */
    record Settings(boolean locked, int rate) {}

    @GetMapping("/events")
    SseEmitter events() {
        return page.open();
    }

    @PostMapping(path = "/start", consumes = MediaType.APPLICATION_JSON_VALUE)
    void start() {
        sale.start();
    }

    @PostMapping(path = "/stop", consumes = MediaType.APPLICATION_JSON_VALUE)
    void stop() throws InterruptedException {
        sale.stop();
    }

    @PostMapping(path = "/reset", consumes = MediaType.APPLICATION_JSON_VALUE)
    void reset() throws InterruptedException, IOException {
        sale.reset();
    }

    @PostMapping(path = "/settings", consumes = MediaType.APPLICATION_JSON_VALUE)
    void settings(@RequestBody Settings settings) {
        sale.set(settings.locked(), settings.rate());
    }

    @PostMapping(path = "/services/{service}/pause", consumes = MediaType.APPLICATION_JSON_VALUE)
    void pause(@PathVariable("service") int service) throws IOException {
        sale.pause(service);
    }

    @PostMapping(path = "/services/{service}/resume", consumes = MediaType.APPLICATION_JSON_VALUE)
    void resume(@PathVariable("service") int service) throws IOException {
        sale.resume(service);
    }

    @PostMapping(path = "/services/{service}/kill", consumes = MediaType.APPLICATION_JSON_VALUE)
    void kill(@PathVariable("service") int service) {
        sale.kill(service);
    }

    @PostMapping(path = "/services/{service}/restart", consumes = MediaType.APPLICATION_JSON_VALUE)
    void restart(@PathVariable("service") int service) throws IOException {
        sale.restart(service);
    }
}
