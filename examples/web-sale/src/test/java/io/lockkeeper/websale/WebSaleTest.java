package io.lockkeeper.websale;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.Await;
import io.lockkeeper.websale.shop.Order;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;

/** The sale in a browser: what the page shows and what its controls do. */
@RequiresChromium
class WebSaleTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int STOCK = 100;
    private static final String ARTICLE = "Vase <b>\"blue\"</b> & more";

    /** Long enough that orders without a lock overlap. */
    private static final int PAYMENT_MILLIS = 40;

    private static ConfigurableApplicationContext sale;
    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        sale = WebSale.open(new Arguments(Optional.empty(), ARTICLE, STOCK, PAYMENT_MILLIS, 0, List.of(0, 0)));
        browser = Browser.open();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        if (sale != null) {
            sale.close();
        }
    }

    @BeforeEach
    void reset() throws Exception {
        Sale controls = sale.getBean(Sale.class);
        controls.reset();
        controls.set(true, 200);
        browser.screen(1280, 900, false);
        browser.go(WebSale.address(sale));
        awaitPage("ready", () -> browser.text("#state").equals("Ready") && browser.number("#stock") == STOCK);
    }

    private static void awaitPage(String what, Callable<Boolean> condition) {
        Await.until("the page's " + what, PATIENCE, condition);
    }

    private static ShopDatabase.Figures figures() {
        return sale.getBean(ShopDatabase.class).figures();
    }

    @Test
    void withTheLockTheStockIsSoldOnceAndThePageShowsWhatTheDatabaseHas() throws Exception {
        browser.click("#start");
        awaitPage("end of the sale", () -> browser.text("#state").equals("Sold out"));
        sale.getBean(Buyers.class).stop();

        ShopDatabase.Figures figures = figures();
        assertThat(figures.stock()).isZero();
        assertThat(figures.sold()).isEqualTo(STOCK);
        awaitPage("final figures", () -> browser.number("#sold-out") == figures.soldOut());
        assertThat(browser.number("#stock")).isZero();
        assertThat(browser.number("#sold")).isEqualTo(STOCK);
        assertThat(browser.number("#accepted")).isEqualTo(figures.accepted());
        assertThat(browser.number("#oversold")).isZero();
        for (ShopDatabase.Share share : sale.getBean(ShopDatabase.class).shares()) {
            String card = share.service().equals("Service A") ? ".service.a " : ".service.b ";
            assertThat(browser.text(card + "h2")).isEqualTo(share.service());
            assertThat(browser.number(card + ".orders")).isEqualTo(share.orders());
            assertThat(browser.number(card + ".items")).isEqualTo(share.items());
        }
    }

    @Test
    void withoutTheLockItIsOversold() throws Exception {
        browser.click("#locked");
        awaitPage("switch", () -> !sale.getBean(Buyers.class).locked());
        browser.click("#start");
        // On a slow machine, the page may say for a moment that no service answers.
        awaitPage("alert", () -> browser.text("#alert").contains("Oversold") && browser.number("#oversold") > 0);
        browser.photograph(Path.of("target", "screenshots", "oversold.png"));
        sale.getBean(Buyers.class).stop();
        awaitPage("final count", () -> browser.number("#oversold") == figures().sold() - STOCK);
    }

    @Test
    void theLockOfAKilledServicePassesOnAndTheSaleGoesOn() throws Exception {
        List<ServiceProcess> services = sale.getBean(Services.class).all();
        Order endless = new Order(1, true, 60_000);
        CompletableFuture<?> held =
                CompletableFuture.supplyAsync(() -> services.get(0).order(endless));
        awaitPage("holder", () -> browser.text("#holder").startsWith("Service A, port "));
        assertThat(browser.text("#holder"))
                .endsWith("process " + services.get(0).pid());
        assertThat(browser.text("#token")).matches("[1-9]\\d*");
        browser.click("#start");
        awaitPage("waiters", () -> browser.number(".lane.b .count") > 0 && browser.number("#waiting") > 1);
        assertThat(browser.text(".service.a .badge")).isEqualTo("holds the lock");
        assertThat(browser.text(".service.b .badge")).isEmpty();
        assertThat(figures().sold()).isZero();

        browser.click(".service.a .power");
        assertThat(held).failsWithin(PATIENCE);
        awaitPage("end of the sale", () -> browser.text("#state").equals("Sold out"));
        assertThat(figures().sold()).isEqualTo(STOCK);
        assertThat(browser.text(".service.a .address")).endsWith("killed");
        assertThat(browser.number(".service.b .items")).isEqualTo(STOCK);

        browser.click(".service.a .power");
        awaitPage("restarted service", () -> browser.text(".service.a .address").matches("Port \\d+, process \\d+"));
    }

    @Test
    void aPausedHolderIsShownAndKeepsTheLockInFiles() throws Exception {
        List<ServiceProcess> services = sale.getBean(Services.class).all();
        Order endless = new Order(1, true, 60_000);
        CompletableFuture<?> held =
                CompletableFuture.supplyAsync(() -> services.get(0).order(endless));
        awaitPage("holder", () -> browser.text("#holder").startsWith("Service A, port "));
        browser.click(".service.a .pause");
        awaitPage("paused service", () -> browser.text(".service.a .address").endsWith("paused"));
        browser.click("#start");
        awaitPage("waiters", () -> browser.number(".lane.b .count") > 0);
        browser.photograph(Path.of("target", "screenshots", "paused.png"));
        assertThat(browser.text("#holder")).startsWith("Service A, paused, process ");
        assertThat(browser.text(".lane.a .count")).isEqualTo("?");
        assertThat(browser.label(".service.a .pause")).isEqualTo("Resume Service A");
        assertThat(figures().sold()).isZero();

        browser.click(".service.a .pause");
        awaitPage("resumed service", () -> browser.text("#holder").startsWith("Service A, port "));
        browser.click(".service.a .power");
        assertThat(held).failsWithin(PATIENCE);
        awaitPage("end of the sale", () -> browser.text("#state").equals("Sold out"));
        browser.click(".service.a .power");
        awaitPage("restarted service", () -> services(0).condition() == ServiceProcess.Condition.OPEN);
    }

    @Test
    void aServiceThatSomebodyStoppedIsShownAndThePageGoesOn() throws Exception {
        long stopped = services(1).pid();
        assertThat(new ProcessBuilder("kill", "-STOP", "" + stopped).start().waitFor())
                .isZero();
        awaitPage("silent service", () -> browser.text(".service.b .address").endsWith("does not answer"));
        browser.click("#start");
        awaitPage("end of the sale", () -> browser.text("#state").equals("Sold out"));
        assertThat(browser.number(".service.a .items")).isEqualTo(STOCK);

        browser.click(".service.b .pause");
        awaitPage(
                "service that goes on",
                () -> browser.text(".service.b .address").endsWith("process " + stopped));
    }

    private static ServiceProcess services(int service) {
        return sale.getBean(Services.class).all().get(service);
    }

    @ParameterizedTest
    @CsvSource({
        "light, 1280, 900, false",
        "dark, 1280, 900, true",
        "phone, 360, 740, false",
        "phone-dark, 360, 740, true"
    })
    void thePageFitsTheScreen(String name, int width, int height, boolean dark) throws Exception {
        browser.screen(width, height, dark);
        browser.click("#start");
        awaitPage("orders", () -> browser.number("#accepted") > 10);
        browser.photograph(Path.of("target", "screenshots", name + ".png"));
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(width);
        assertThat(browser.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
                        .asBoolean())
                .isEqualTo(dark);
    }

    @Test
    void whatCouldNotBeDoneIsSaid() {
        browser.evaluate("post('services/2/kill')");
        awaitPage("alert", () -> browser.text("#alert").startsWith("Not done: HTTP "));
    }

    @Test
    void textFromOutsideIsShownAsText() {
        assertThat(browser.text("#article")).isEqualTo(ARTICLE);
    }

    @Test
    void theControlsHaveNamesAndWorkByKeyboard() {
        assertThat(browser.label("#locked")).isEqualTo("Orders take the lock: yes");
        assertThat(browser.label("#rate")).isEqualTo("Orders per second");
        assertThat(browser.label(".service.b .power")).isEqualTo("Kill Service B");
        browser.type("#locked", " ");
        awaitPage("switch", () -> !sale.getBean(Buyers.class).locked());
        browser.type("#rate", "\uE012"); // The arrow to the left.
        awaitPage("rate", () -> sale.getBean(Buyers.class).perSecond() == 199);
        browser.type("#start", "\uE007"); // Enter.
        awaitPage("start", () -> !browser.text("#state").equals("Ready"));
    }
}
