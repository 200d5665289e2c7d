package io.lockkeeper.engine;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Holder;
import io.lockkeeper.HolderProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.random.RandomGenerator;

/** Who a client is: a random id that identifies, and what people recognise it by. */
final class Identity {

    private static final int ID_BYTES = 12;
    private static final Path KERNEL_HOST_NAME = Path.of("/proc/sys/kernel/hostname");

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
        try {
            // Java's own look-up asks the network's name service, which may take seconds.
            if (Files.isReadable(KERNEL_HOST_NAME)) {
                return Files.readString(KERNEL_HOST_NAME).strip();
            }
        } catch (IOException unreadable) {
            return byNameService();
        }
        return byNameService();
    }

    private static String byNameService() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }
}
