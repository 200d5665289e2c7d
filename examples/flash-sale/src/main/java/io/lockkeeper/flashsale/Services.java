package io.lockkeeper.flashsale;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The order services of one sale; closing ends them all. */
final class Services implements AutoCloseable {

    private final List<ServiceProcess> all;

    Services(List<ServiceProcess> all) {
        this.all = all;
    }

    /** Starts services; {@link #awaitOpen} says when they serve. */
    static Services start(int number, String storeUrl, Path folder) throws IOException {
        Services services = new Services(new ArrayList<>());
        try {
            for (int service = 0; service < number; service++) {
                services.all.add(ServiceProcess.start(storeUrl, folder));
            }
            return services;
        } catch (IOException | RuntimeException failed) {
            services.close();
            throw failed;
        }
    }

    /** Waits until all are open. */
    Opening awaitOpen() throws IOException, InterruptedException {
        for (ServiceProcess service : all.subList(1, all.size())) {
            Opening unused = service.opening();
        }
        return first().opening();
    }

    List<ServiceProcess> all() {
        return all;
    }

    ServiceProcess first() {
        return all.get(0);
    }

    ServiceProcess second() {
        return all.get(1);
    }

    String pids() {
        return all.stream().map(service -> Long.toString(service.pid())).collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        for (ServiceProcess service : all) {
            service.hurry();
        }
        for (ServiceProcess service : all) {
            service.close();
        }
    }
}
