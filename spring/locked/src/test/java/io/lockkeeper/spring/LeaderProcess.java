package io.lockkeeper.spring;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application whose leader writes to a {@link Fence}. Arguments: its name, the store, the lease in milliseconds, the port of the fence. */
final class LeaderProcess {

    private LeaderProcess() {}

    /** Runs until the process is ended. */
    public static void main(String[] arguments) throws IOException {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerShutdownHook();
        context.registerBean(
                LockClient.class,
                () -> LockClient.connect(
                        arguments[1],
                        ClientOptions.defaults().withLease(Duration.ofMillis(Long.parseLong(arguments[2])))));
        context.registerBean(Writer.class, () -> new Writer(arguments[0], Integer.parseInt(arguments[3])));
        context.register(Setup.class);
        context.refresh();
        Writer writer = context.getBean(Writer.class);
        System.out.println("ready");
        while (context.isActive()) {
            writer.write();
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableLocked
    static class Setup {}

    /** What the leader does. */
    static class Writer {
        private final String name;
        private final int port;

        Writer(String name, int port) {
            this.name = name;
            this.port = port;
        }

        @OnlyLeader("writer")
        public void write() throws IOException {
            long token = CurrentTerm.get().token();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                    BufferedReader replies =
                            new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
                ask(socket, replies, "announce " + name);
                ask(socket, replies, "write " + name + " " + token);
            }
        }

        private static void ask(Socket socket, BufferedReader replies, String line) throws IOException {
            socket.getOutputStream().write((line + "\n").getBytes(US_ASCII));
            if (replies.readLine() == null) {
                throw new IOException("The fence is gone.");
            }
        }
    }
}
