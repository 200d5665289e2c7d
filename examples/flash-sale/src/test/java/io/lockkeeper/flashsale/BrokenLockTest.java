package io.lockkeeper.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock that does not exclude is found out: each service has a store of its own, so their locks never meet. */
class BrokenLockTest {

    @TempDir
    Path folder;

    private Services services;
    private Sale sale;

    @BeforeEach
    void openTwoServicesWithLocksOfTheirOwn() throws Exception {
        services = new Services(List.of(service("one"), service("two")));
        sale = new Sale(services, folder, services.awaitOpen(), new PrintStream(System.out, true));
    }

    private ServiceProcess service(String name) throws IOException {
        return ServiceProcess.start("file:" + folder.resolve(name), folder);
    }

    @AfterEach
    void end() {
        services.close();
    }

    @Test
    void twoBuyersAreNotAsPromised() throws Exception {
        assertThat(new TwoBuyers(Safety.LOCKED).play(sale)).isFalse();
    }

    @Test
    void manyBuyersAreNotAsPromised() throws Exception {
        Options options = Options.defaults().withProcesses(2).withOrders(600);
        assertThat(new ManyBuyers(options, Safety.LOCKED).play(sale)).isFalse();
    }

    @Test
    void pausedServiceIsNotAsPromised() throws Exception {
        assertThat(new PausedService().play(sale)).isFalse();
    }
}
