package io.lockkeeper.brokers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lockkeeper.servers.Programs;
import io.lockkeeper.servers.ServerCommand;
import io.lockkeeper.servers.TempDirectory;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The start of one RabbitMQ: its environment and its readiness.
 *
 * <p>All that it reads and writes lies in one directory. An Erlang node usually makes itself known to the machine's port
 * mapper, epmd, and starts one that outlives it if there is none. This one does neither: it has a port of its own for
 * other nodes, takes epmd to be on its AMQP port, where nobody listens yet, and goes on without.
 */
final class RabbitMqNode {
    private static final int PROBE_PATIENCE_MILLIS = 3_000;
    private static final int FRAME_TYPE_AND_CHANNEL = 3;

    private RabbitMqNode() {}

    /**
     * Describes the server in this directory.
     *
     * @param port where clients connect
     * @param nodePort where other Erlang nodes would connect
     * @param settings further lines of its rabbitmq.conf
     */
    static ServerCommand command(TempDirectory directory, int port, int nodePort, String... settings) {
        String node = "lockkeeper-" + port + "@localhost";
        String configuration = "cluster_name = " + node + "\nlog.console = true\nlog.console.level = warning\n"
                + String.join("\n", settings);
        Path file = directory.write("rabbitmq.conf", configuration + "\n");
        String erlang = "-sname " + node + " -setcookie " + node + " -start_epmd false -erl_epmd_port " + nodePort
                + " -kernel inet_dist_use_interface {127,0,0,1}"
                + " -kernel inet_dist_listen_min " + nodePort + " -kernel inet_dist_listen_max " + nodePort;
        String home = directory.path().toString();
        return ServerCommand.in(directory)
                .add(program().toString())
                .environment("HOME", home)
                // Then the script becomes the server, which gets all signals itself.
                .environment("RUNNING_UNDER_SYSTEMD", "true")
                .environment("ERL_EPMD_PORT", "" + port)
                .environment("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", erlang)
                .environment("RABBITMQ_NODENAME", node)
                .environment("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1")
                .environment("RABBITMQ_NODE_PORT", "" + port)
                .environment("RABBITMQ_DIST_PORT", "" + nodePort)
                .environment("RABBITMQ_MNESIA_BASE", home + "/data")
                .environment("RABBITMQ_LOG_BASE", home + "/log")
                .environment("RABBITMQ_LOGS", "-")
                .environment("RABBITMQ_CONFIG_FILE", file.toString())
                .environment("RABBITMQ_CONF_ENV_FILE", home + "/none")
                .environment("RABBITMQ_ENABLED_PLUGINS_FILE", home + "/no-plugins")
                .readyWhen(pid -> introducesItself(port, node));
    }

    /** The script itself, not the one of Debian on the PATH, which changes user and folder and stays in between. */
    private static Path program() {
        try {
            Path found = Programs.find("rabbitmq-server").orElseThrow().toRealPath();
            Path script = found.resolveSibling("rabbitmq-server");
            return Files.isExecutable(script) ? script : found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server of someone else's on this port has another name. */
    private static boolean introducesItself(int port, String node) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PROBE_PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PROBE_PATIENCE_MILLIS);
            socket.getOutputStream().write("AMQP\0\0\11\1".getBytes(US_ASCII));
            DataInputStream frame = new DataInputStream(socket.getInputStream());
            frame.readNBytes(FRAME_TYPE_AND_CHANNEL);
            byte[] introduction = frame.readNBytes(frame.readInt());
            return new String(introduction, ISO_8859_1).contains(node);
        }
    }
}
