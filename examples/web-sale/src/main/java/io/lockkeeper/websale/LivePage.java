package io.lockkeeper.websale;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Sends snapshots to the browsers that show the page, as server-sent events. Safe for use by many threads. */
final class LivePage implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LivePage.class);
    private static final long EVERY_MILLIS = 200;

    private final Observer observer;
    private final List<SseEmitter> browsers = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

    LivePage(Observer observer) {
        this.observer = observer;
        var unused = clock.scheduleWithFixedDelay(this::send, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    SseEmitter open() {
        SseEmitter browser = new SseEmitter(0L);
        browser.onCompletion(() -> browsers.remove(browser));
        browser.onError(gone -> browsers.remove(browser));
        browsers.add(browser);
        return browser;
    }

    private void send() {
        if (browsers.isEmpty()) {
            return;
        }
        try {
            Snapshot snapshot = observer.look();
            browsers.forEach(browser -> send(browser, snapshot));
        } catch (RuntimeException failed) {
            LOG.warn("The page misses a moment of the sale", failed);
        }
    }

    private void send(SseEmitter browser, Snapshot snapshot) {
        try {
            browser.send(snapshot);
        } catch (IOException | IllegalStateException gone) {
            browsers.remove(browser);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        browsers.forEach(SseEmitter::complete);
    }
}
