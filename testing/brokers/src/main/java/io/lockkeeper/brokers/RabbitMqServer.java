package io.lockkeeper.brokers;

import io.lockkeeper.servers.FreePorts;
import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.ServerCommand;
import io.lockkeeper.servers.ServerProcess;
import io.lockkeeper.servers.TempDirectory;

/**
 * A real RabbitMQ for tests, on loopback ports of its own: user and password {@code guest}. Thread-safe; ends with this
 * JVM at the latest.
 *
 * <p>Durable queues with persistent messages outlive a kill. The server must be installed: see {@link
 * RequiresRabbitMq}.
 */
public final class RabbitMqServer extends LoopbackServer {

    private RabbitMqServer(ServerProcess process, int port, int nodePort) {
        super(process, port, nodePort);
    }

    private static final class Shared {
        static final RabbitMqServer SERVER = start();
    }

    /** Returns the one server of this JVM, started at the first call; whoever kills it restarts it. */
    public static RabbitMqServer shared() {
        return Shared.SERVER;
    }

    /**
     * Starts a server and returns when it serves.
     *
     * @param settings further lines of its rabbitmq.conf, such as "consumer_timeout = 60000"
     */
    public static RabbitMqServer start(String... settings) {
        return ServerCommand.onFreePort(port -> {
            int nodePort = FreePorts.take();
            try {
                TempDirectory directory = TempDirectory.create("rabbitmq");
                ServerProcess process = RabbitMqNode.command(directory, port, nodePort, settings)
                        .start();
                return new RabbitMqServer(process, port, nodePort);
            } catch (RuntimeException e) {
                FreePorts.giveBack(nodePort);
                throw e;
            }
        });
    }

    @Override
    protected String url(int port) {
        return "amqp://guest:guest@127.0.0.1:" + port;
    }
}
