package io.lockkeeper.idempotentform;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.Await;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The form in a browser whose user is impatient. */
@RequiresChromium
class IdempotentFormTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static ConfigurableApplicationContext shop;
    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        shop = IdempotentForm.open("0");
        browser = Browser.open();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        if (shop != null) {
            shop.close();
        }
    }

    private static int orders() {
        return shop.getBean(OrderDesk.class).count();
    }

    private static void openForm() {
        browser.go(IdempotentForm.address(shop));
    }

    private static String awaitOrder() {
        Await.until("the order's page", PATIENCE, () -> browser.address().matches(".*/orders/\\d+"));
        return browser.text("#number");
    }

    @Test
    void pressedTwiceReloadedAndAfterGoingBackPressedAgainOneOrderExists() {
        int before = orders();
        openForm();
        browser.evaluate("[0, 1].map(() => document.querySelector('#order').click())");
        String number = awaitOrder();
        assertThat(orders()).isEqualTo(before + 1);

        browser.reload();
        assertThat(awaitOrder()).isEqualTo(number);
        assertThat(orders()).isEqualTo(before + 1);

        browser.back();
        Await.until(
                "the form",
                PATIENCE,
                () -> browser.evaluate("document.querySelector('#order') !== null")
                        .asBoolean());
        browser.click("#order");
        assertThat(awaitOrder()).isEqualTo(number);
        assertThat(orders()).isEqualTo(before + 1);
    }

    @Test
    void pressingDisablesTheButton() {
        openForm();
        String states = "(form => { form.addEventListener('submit', event => event.preventDefault());"
                + " form.querySelector('#order').click(); return form.querySelector('#order').disabled; })"
                + "(document.querySelector('form'))";
        assertThat(browser.evaluate(states).asBoolean()).isTrue();
    }

    @Test
    void aScriptThatGetsAroundTheButtonOrdersOnceToo() {
        int before = orders();
        openForm();
        String places = browser.evaluate("Promise.all([1, 2, 3, 4].map(() => fetch('/orders', {method: 'POST',"
                        + " body: new URLSearchParams(new FormData(document.querySelector('form')))})"
                        + ".then(answer => answer.url))).then(all => new Set(all).size + ' ' + all[0])")
                .asString();
        assertThat(places).startsWith("1 ").contains("/orders/");
        assertThat(orders()).isEqualTo(before + 1);
    }

    @Test
    void aFormThatWasOpenedAgainOrdersAgain() {
        int before = orders();
        openForm();
        browser.click("#order");
        String first = awaitOrder();
        openForm();
        browser.click("#order");
        assertThat(awaitOrder()).isNotEqualTo(first);
        assertThat(orders()).isEqualTo(before + 2);
    }

    @Test
    void aFormWithoutItsTokenOrdersNothing() {
        int before = orders();
        openForm();
        String status = "fetch('/orders', {method: 'POST', body: new URLSearchParams({article: 'Vase'})})"
                + ".then(answer => answer.status)";
        assertThat(browser.evaluate(status).asInt()).isEqualTo(400);
        assertThat(orders()).isEqualTo(before);
    }
}
