package io.lockkeeper.websale;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
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
    private static final String OPEN = "The sale is open: ";

    /** Less than the 30 s for which Spring Boot lets requests end; a page never ends its own. */
    private static final Duration WITHOUT_GRACE = Duration.ofSeconds(25);

    @TempDir
    Path temporary;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void anInterruptedSaleEndsItsServicesAndLeavesNoFolderThoughThePageIsOpen() throws Exception {
        try (JavaProcess sale = sale().start()) {
            String address = awaitOpen(sale);
            List<ProcessHandle> services = services(sale);
            HttpRequest events =
                    HttpRequest.newBuilder(URI.create(address + "sale/events")).build();
            try (InputStream page =
                    http.send(events, BodyHandlers.ofInputStream()).body()) {
                assertThat(page.read()).isNotNegative();
                assertThat(ProcessHandle.of(sale.pid()).orElseThrow().destroy()).isTrue();
                int unused = sale.awaitExit(WITHOUT_GRACE);
            }
            awaitEnd(services);
        }
        assertThat(folders()).isEmpty();
    }

    @Test
    void theServicesOfAKilledSaleEndToo() {
        try (JavaProcess sale = sale().start()) {
            String unused = awaitOpen(sale);
            List<ProcessHandle> services = services(sale);
            sale.kill();
            awaitEnd(services);
        }
    }

    @Test
    void aPausedServiceOfAKilledSaleEndsToo() throws Exception {
        List<ProcessHandle> services = List.of();
        try (JavaProcess sale = sale().start()) {
            String address = awaitOpen(sale);
            services = services(sale);
            assertThat(post(address + "sale/services/0/pause", "application/json"))
                    .isEqualTo(200);
            sale.kill();
            awaitEnd(services);
        } finally {
            services.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void otherMachinesAndOtherSitesCannotControlIt() throws Exception {
        // H2 keeps the locks, too: it is loaded before the sale's database begins to listen.
        JavaCommand command = sale("--store", "jdbc:h2:" + temporary.resolve("locks") + ";AUTO_SERVER=TRUE")
                .environment("SERVER_ADDRESS", "0.0.0.0");
        try (JavaProcess sale = command.start()) {
            String address = awaitOpen(sale);
            assertThat(Listening.addresses(sale.pid())).isNotEmpty().allMatch(Listening::isLoopback);
            for (ProcessHandle service : services(sale)) {
                assertThat(Listening.addresses(service.pid())).isNotEmpty().allMatch(Listening::isLoopback);
            }
            // What a browser sends for a page of another origin without asking.
            assertThat(post(address + "sale/services/0/kill", "text/plain")).isEqualTo(415);
            assertThat(post(address + "sale/services/0/kill", "application/x-www-form-urlencoded"))
                    .isEqualTo(415);
            assertThat(statusLine(URI.create(address).getPort(), "127.0.0.1")).endsWith(" 200 ");
            assertThat(statusLine(URI.create(address).getPort(), "shop.example"))
                    .endsWith(" 403 ");
        }
    }

    private JavaCommand sale(String... arguments) {
        return JavaCommand.of(WebSale.class, arguments).option("-Djava.io.tmpdir=" + temporary);
    }

    private static String awaitOpen(JavaProcess sale) {
        String line = sale.awaitLine(printed -> printed.startsWith(OPEN), PATIENCE);
        return line.substring(OPEN.length(), line.indexOf(' ', OPEN.length()));
    }

    private int post(String address, String type) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{}"))
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }

    /** The answer to a page of a site whose name is resolved to this machine. */
    private static String statusLine(int port, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                BufferedReader answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            String request = "POST /sale/settings HTTP/1.1\r\nHost: " + host + ":" + port
                    + "\r\nContent-Type: application/json\r\nContent-Length: 26\r\n\r\n{\"locked\":true,\"rate\":40} ";
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            return answer.readLine();
        }
    }

    private List<Path> folders() throws IOException {
        try (Stream<Path> left = Files.list(temporary)) {
            return left.filter(path -> path.getFileName().toString().startsWith("web-sale"))
                    .toList();
        }
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
