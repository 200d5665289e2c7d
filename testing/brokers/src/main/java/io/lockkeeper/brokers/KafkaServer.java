package io.lockkeeper.brokers;

import io.lockkeeper.servers.FreePorts;
import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.Probe;
import io.lockkeeper.servers.ProgramOutput;
import io.lockkeeper.servers.ServerCommand;
import io.lockkeeper.servers.ServerProcess;
import io.lockkeeper.servers.TempDirectory;

/**
 * A real Kafka for tests: one node, broker and controller at once (KRaft), in a JVM and on loopback ports of its own.
 * Thread-safe; ends with this JVM at the latest.
 *
 * <p>Topics are made when they are first used, with one partition unless {@code num.partitions} says otherwise. The
 * address that clients are told is the server's own: a proxy sees their first connection only.
 */
public final class KafkaServer extends LoopbackServer {
    private static final String CLUSTER = "lockkeeper-for-testsQA";

    private KafkaServer(ServerProcess process, int port, int controllerPort) {
        super(process, port, controllerPort);
    }

    private static final class Shared {
        static final KafkaServer SERVER = start();
    }

    /** Returns the one server of this JVM, started at the first call; whoever kills it restarts it. */
    public static KafkaServer shared() {
        return Shared.SERVER;
    }

    /**
     * Starts a server and returns when it serves.
     *
     * @param settings further settings of the broker, such as "num.partitions=3"
     */
    public static KafkaServer start(String... settings) {
        return ServerCommand.onFreePort(port -> {
            int controllerPort = FreePorts.take();
            try {
                return new KafkaServer(launch(port, controllerPort, settings), port, controllerPort);
            } catch (RuntimeException e) {
                FreePorts.giveBack(controllerPort);
                throw e;
            }
        });
    }

    private static ServerProcess launch(int port, int controllerPort, String... settings) {
        TempDirectory directory = TempDirectory.create("kafka");
        String file = directory
                .write("server.properties", configuration(directory, port, controllerPort, settings))
                .toString();
        ProgramOutput.of(
                BrokerJvm.command("kafka.tools.StorageTool", "format", "--cluster-id", CLUSTER, "--config", file));
        return ServerCommand.in(directory)
                .add(BrokerJvm.command("kafka.Kafka", file).toArray(String[]::new))
                .readyWhen(Probe.accepts(port))
                .start();
    }

    /** A broker that was killed is let in again after its session only, which is short therefore. */
    private static String configuration(TempDirectory directory, int port, int controllerPort, String... settings) {
        return """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@127.0.0.1:%2$d
            listeners=CLIENT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
            advertised.listeners=CLIENT://127.0.0.1:%1$d
            listener.security.protocol.map=CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT
            inter.broker.listener.name=CLIENT
            controller.listener.names=CONTROLLER
            log.dirs=%3$s/data
            broker.session.timeout.ms=2000
            broker.heartbeat.interval.ms=200
            offsets.topic.replication.factor=1
            offsets.topic.num.partitions=1
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            transaction.state.log.num.partitions=1
            share.coordinator.state.topic.replication.factor=1
            share.coordinator.state.topic.min.isr=1
            share.coordinator.state.topic.num.partitions=1
            group.initial.rebalance.delay.ms=0
            group.min.session.timeout.ms=100
            log.cleaner.dedupe.buffer.size=4194304
            num.network.threads=2
            num.io.threads=2
            %4$s
            """.formatted(port, controllerPort, directory.path(), String.join("\n", settings));
    }

    /** Returns what clients take as {@code bootstrap.servers}. */
    @Override
    protected String url(int port) {
        return "127.0.0.1:" + port;
    }
}
