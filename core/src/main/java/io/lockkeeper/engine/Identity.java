package io.lockkeeper.engine;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Holder;
import io.lockkeeper.HolderProcess;
import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.random.RandomGenerator;

/** Who a client is: a random id that identifies, and what people recognise it by. */
final class Identity {

    private static final int ID_BYTES = 12;
    private static final String KERNEL_HOST_NAME = "/proc/sys/kernel/hostname";

    private Identity() {}

    static Holder of(ClientOptions options, RandomGenerator source) {
        HolderProcess process = options.process();
        byte[] random = new byte[ID_BYTES];
        source.nextBytes(random);
        return new Holder(
                Base64.getUrlEncoder().withoutPadding().encodeToString(random),
                host(),
                process.pid() == 0 ? ProcessHandle.current().pid() : process.pid(),
                "",
                options.description(),
                process.group());
    }

    private static String host() {
        // Java's own look-up asks the network's name service, which may take seconds. A stream loads fewer classes than
        // a channel.
        try (BufferedReader file = new BufferedReader(new FileReader(KERNEL_HOST_NAME, StandardCharsets.UTF_8))) {
            String line = file.readLine();
            return line == null ? byNameService() : line.strip();
        } catch (IOException unreadable) {
            return byNameService();
        }
    }

    private static String byNameService() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }
}
