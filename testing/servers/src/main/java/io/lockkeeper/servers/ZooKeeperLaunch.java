package io.lockkeeper.servers;

import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The start of one ZooKeeper server: its configuration, its JVM and its readiness. */
final class ZooKeeperLaunch {

    private static final String MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

    /** One class of each library that the server needs, so that nothing else of this JVM's is in its way. */
    private static final List<String> LIBRARIES = List.of(
            MAIN,
            "org.apache.jute.Record",
            "org.slf4j.Logger",
            "com.codahale.metrics.Reservoir",
            "org.xerial.snappy.SnappyInputStream");

    /** What it needs for TLS and for logins by SASL, if the test that starts it has it. */
    private static final List<String> LIBRARIES_FOR_SECURITY = List.of(
            "io.netty.handler.ssl.SslContext",
            "io.netty.handler.codec.ByteToMessageDecoder",
            "io.netty.resolver.AddressResolverGroup",
            "io.netty.util.concurrent.Future",
            "io.netty.buffer.ByteBufAllocator",
            "io.netty.channel.ChannelHandler",
            "io.netty.channel.unix.Socket",
            "io.netty.channel.epoll.Epoll");

    private ZooKeeperLaunch() {}

    /**
     * Starts a server without others.
     *
     * @param more further lines of the configuration
     */
    static ZooKeeperServer alone(String more, String... options) {
        return ServerCommand.onFreePort(port -> {
            TempDirectory directory = TempDirectory.create("zookeeper");
            return new ZooKeeperServer(
                    command(directory, port, more, options)
                            .readyWhen(pid -> serves(directory, port))
                            .start(),
                    port);
        });
    }

    /**
     * The lines of the configuration for TLS on a port of its own.
     *
     * @param clients whether clients show a certificate: "need" or "none"
     */
    static String tls(int port, String clients) {
        TlsIdentity identity = TlsIdentity.shared();
        return """
                serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory
                secureClientPort=%d
                secureClientPortAddress=127.0.0.1
                ssl.clientAuth=%s
                ssl.keyStore.location=%s
                ssl.keyStore.password=%s
                ssl.trustStore.location=%s
                ssl.trustStore.password=%s
                """.formatted(
                port, clients, identity.keyStore(), TlsIdentity.PASSWORD, identity.trustStore(), TlsIdentity.PASSWORD);
    }

    /**
     * Starts one server of several, ready when it answers; it serves when most of them do.
     *
     * @param number its own, from 1
     * @param peers the lines of the configuration that name them all, and more
     */
    static ZooKeeperServer oneOf(int number, int port, String peers, String... options) {
        TempDirectory directory = TempDirectory.create("zookeeper");
        directory.write("myid", number + "\n");
        ServerProcess process = command(directory, port, peers, options)
                .readyWhen(pid -> isOurs(directory, port))
                .start();
        return new ZooKeeperServer(process, port);
    }

    private static ServerCommand command(TempDirectory directory, int port, String more, String... options) {
        String configuration = """
            tickTime=500
            initLimit=20
            maxSessionTimeout=600000
            maxClientCnxns=0
            dataDir=%s
            clientPort=%d
            clientPortAddress=127.0.0.1
            admin.enableServer=false
            4lw.commands.whitelist=*
            %s\
            """.formatted(directory.path(), port, more);
        Path file = directory.write("zoo.cfg", configuration);
        return ServerCommand.in(directory)
                .add(JavaCommand.program("java"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m")
                .add("-Dzookeeper.forceSync=no")
                .add(options)
                .add("-cp", classPath(), MAIN, file.toString());
    }

    private static boolean serves(TempDirectory directory, int port) {
        return isOurs(directory, port) && !new FourLetterWords(port).mode().equals("none");
    }

    /** A server of someone else's on this port has another folder. */
    private static boolean isOurs(TempDirectory directory, int port) {
        String answer = new FourLetterWords(port).ask("conf");
        // While it looks for the others it answers this only.
        return answer.contains(directory.path().toString()) || answer.contains("not currently serving requests");
    }

    private static String classPath() {
        Set<String> jars = new LinkedHashSet<>();
        for (String type : LIBRARIES) {
            jars.add(jar(type)
                    .orElseThrow(() ->
                            new IllegalStateException("ZooKeeper needs " + type + ", which is not on the class path."))
                    .toString());
        }
        LIBRARIES_FOR_SECURITY.forEach(type -> jar(type).ifPresent(jar -> jars.add(jar.toString())));
        return String.join(":", jars);
    }

    private static Optional<Path> jar(String type) {
        URL url = ZooKeeperLaunch.class.getClassLoader().getResource(type.replace('.', '/') + ".class");
        return Optional.ofNullable(url)
                .map(found -> found.toString().replaceFirst("^jar:", "").replaceFirst("!.*", ""))
                .map(jar -> Path.of(URI.create(jar)));
    }
}
