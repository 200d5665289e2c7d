package io.lockkeeper.brokers;

import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.Probe;
import io.lockkeeper.servers.ServerCommand;
import io.lockkeeper.servers.ServerProcess;
import io.lockkeeper.servers.TempDirectory;

/**
 * A real Apache Artemis for tests, in a JVM and on a loopback port of its own: its core protocol, which its JMS client
 * speaks, and no passwords. Thread-safe; ends with this JVM at the latest.
 *
 * <p>Queues are made when they are first used. Persistent messages outlive a kill.
 */
public final class ArtemisServer extends LoopbackServer {

    private ArtemisServer(ServerProcess process, int port) {
        super(process, port);
    }

    private static final class Shared {
        static final ArtemisServer SERVER = start();
    }

    /** Returns the one server of this JVM, started at the first call; whoever kills it restarts it. */
    public static ArtemisServer shared() {
        return Shared.SERVER;
    }

    /**
     * Starts a server and returns when it serves.
     *
     * @param properties further properties of the broker, such as "addressSettings.#.maxDeliveryAttempts=3"
     */
    public static ArtemisServer start(String... properties) {
        return ServerCommand.onFreePort(port -> new ArtemisServer(launch(port, properties), port));
    }

    private static ServerProcess launch(int port, String... properties) {
        TempDirectory directory = TempDirectory.create("artemis");
        directory.write("etc/broker.xml", configuration(port));
        directory.write("etc/more.properties", String.join("\n", properties));
        return ServerCommand.in(directory)
                .add(BrokerJvm.command(
                                "org.apache.activemq.artemis.core.server.embedded.Main",
                                directory.path().toString())
                        .toArray(String[]::new))
                .readyWhen(Probe.accepts(port))
                .start();
    }

    private static String configuration(int port) {
        return """
            <configuration xmlns="urn:activemq">
              <core xmlns="urn:activemq:core">
                <persistence-enabled>true</persistence-enabled>
                <security-enabled>false</security-enabled>
                <jmx-management-enabled>false</jmx-management-enabled>
                <journal-type>NIO</journal-type>
                <journal-datasync>false</journal-datasync>
                <journal-file-size>1M</journal-file-size>
                <journal-pool-files>10</journal-pool-files>
                <max-disk-usage>-1</max-disk-usage>
                <acceptors>
                  <acceptor name="tcp">tcp://127.0.0.1:%d?protocols=CORE;useEpoll=false;useKQueue=false</acceptor>
                </acceptors>
              </core>
            </configuration>
            """.formatted(port);
    }

    @Override
    protected String url(int port) {
        return "tcp://127.0.0.1:" + port;
    }
}
