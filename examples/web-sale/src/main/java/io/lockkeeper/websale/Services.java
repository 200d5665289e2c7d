package io.lockkeeper.websale;

import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** The two order services of the sale. Safe for use by many threads. */
final class Services implements AutoCloseable {

    private final Arguments arguments;
    private final LockStore locks;
    private final ShopDatabase database;
    private final RestClient orders;
    private final RestClient looks;
    private final List<ServiceProcess> all = new ArrayList<>();

    Services(Arguments arguments, LockStore locks, ShopDatabase database) throws IOException {
        this.arguments = arguments;
        this.locks = locks;
        this.database = database;
        // Longer than an order may wait for the lock.
        orders = http(Duration.ofSeconds(90));
        looks = http(Duration.ofSeconds(2));
        for (int service = 0; service < names().size(); service++) {
            all.add(start(service));
        }
        try {
            all.forEach(ServiceProcess::awaitOpen);
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    private static RestClient http(Duration timeout) {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build());
        requests.setReadTimeout(timeout);
        return RestClient.builder().requestFactory(requests).build();
    }

    List<String> names() {
        return List.of("Service A", "Service B");
    }

    synchronized List<ServiceProcess> all() {
        return List.copyOf(all);
    }

    /** Stops a service where it is, as a long pause of its machine does. */
    void pause(int service) throws IOException {
        all().get(service).pause();
    }

    /** Has a paused service go on. */
    void resume(int service) throws IOException {
        all().get(service).resume();
    }

    /** Ends a service as a crash does. */
    void kill(int service) {
        all().get(service).close();
    }

    /** Starts a service that was killed, and returns when it takes orders; does nothing if it runs. */
    void restart(int service) throws IOException {
        ServiceProcess started;
        synchronized (this) {
            if (all.get(service).isAlive()) {
                return;
            }
            started = start(service);
            all.set(service, started);
        }
        started.awaitOpen();
    }

    private ServiceProcess start(int service) throws IOException {
        return ServiceProcess.start(
                Map.ofEntries(
                        Map.entry("lockkeeper.store", locks.url()),
                        // On stores with leases, for so long the lock of a killed service stays held.
                        Map.entry("lockkeeper.lease", "10s"),
                        Map.entry("sale.service", names().get(service)),
                        Map.entry(
                                "server.port",
                                arguments.servicePorts().get(service).toString()),
                        Map.entry("server.address", "127.0.0.1"),
                        Map.entry("spring.datasource.url", database.url()),
                        Map.entry("spring.datasource.username", database.user()),
                        Map.entry("spring.datasource.password", database.password()),
                        // Without the lock, as many orders as buyers write at once.
                        Map.entry("spring.datasource.hikari.maximum-pool-size", "20"),
                        Map.entry("spring.main.banner-mode", "off"),
                        Map.entry("logging.level.root", "WARN")),
                orders,
                looks);
    }

    @Override
    public void close() {
        all().forEach(ServiceProcess::close);
    }
}
