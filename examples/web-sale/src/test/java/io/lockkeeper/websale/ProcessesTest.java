package io.lockkeeper.websale;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sale as the command line starts it. */
class ProcessesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path temporary;

    @Test
    void anInterruptedSaleEndsItsServicesAndLeavesNoFolder() throws Exception {
        try (JavaProcess sale = open()) {
            List<ProcessHandle> services = services(sale);
            sale.stop();
            awaitEnd(services);
        }
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith("web-sale")))
                    .isEmpty();
        }
    }

    @Test
    void theServicesOfAKilledSaleEndToo() {
        try (JavaProcess sale = open()) {
            List<ProcessHandle> services = services(sale);
            sale.kill();
            awaitEnd(services);
        }
    }

    private JavaProcess open() {
        JavaProcess sale = JavaCommand.of(WebSale.class)
                .option("-Djava.io.tmpdir=" + temporary)
                .start();
        sale.awaitLine(line -> line.startsWith("The sale is open: http://127.0.0.1:"), PATIENCE);
        return sale;
    }

    private static List<ProcessHandle> services(JavaProcess sale) {
        List<ProcessHandle> services =
                ProcessHandle.of(sale.pid()).orElseThrow().children().toList();
        assertThat(services).hasSize(2);
        return services;
    }

    private static void awaitEnd(List<ProcessHandle> services) {
        Await.until("the services' end", PATIENCE, () -> services.stream().noneMatch(ProcessHandle::isAlive));
    }
}
