package io.lockkeeper.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sale that is killed (SIGKILL) cannot end its services; they end by themselves. */
class KilledSaleTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void itsServicesEndInTheMidstOfARush() throws Exception {
        assertThatServicesEnd("random orders");
    }

    @Test
    void itsServicesEndEvenIfOneIsStopped() throws Exception {
        assertThatServicesEnd("is stopped.");
    }

    private void assertThatServicesEnd(String atWhat) throws Exception {
        List<ProcessHandle> services;
        JavaCommand command = JavaCommand.of(FlashSale.class, "--orders", "1000000")
                .option("-Djava.io.tmpdir=" + folder); // The killed sale leaves its files behind.
        try (JavaProcess sale = command.start()) {
            services = services(sale.awaitLine(line -> line.contains("Order services"), PATIENCE));
            assertThat(services).hasSize(3);
            sale.awaitLine(line -> line.contains(atWhat), PATIENCE);
            sale.kill();
        }
        for (ProcessHandle service : services) {
            service.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static List<ProcessHandle> services(String line) {
        return Pattern.compile("[0-9]+")
                .matcher(line.replaceAll("Locks:.*", ""))
                .results()
                .map(MatchResult::group)
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                .toList();
    }
}
