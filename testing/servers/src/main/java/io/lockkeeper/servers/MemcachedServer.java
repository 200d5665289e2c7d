package io.lockkeeper.servers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A real memcached for tests, on a loopback port of its own. It forgets everything at each restart. Thread-safe; ends
 * with this JVM at the latest.
 *
 * <p>The server must be installed: see {@link RequiresMemcached}.
 */
public final class MemcachedServer extends LoopbackServer {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PROBE_PATIENCE = Duration.ofSeconds(3);

    private final Access access;

    private MemcachedServer(ServerProcess process, int port, Access access) {
        super(process, port);
        this.access = access;
    }

    /** Who is let in, and whether by TLS. */
    private record Access(Optional<String> login, Optional<TlsIdentity> tls) {

        MemcachedConnection connect(int port, Duration patience) {
            MemcachedConnection connection = MemcachedConnection.open(port, tls, patience);
            try {
                login.ifPresent(word -> connection.logIn(word.replace(':', ' ')));
                return connection;
            } catch (RuntimeException e) {
                connection.close();
                throw e;
            }
        }
    }

    /**
     * Starts a server that lets everybody in, and returns when it answers.
     *
     * @param options options of its command line, such as "-m", "1"
     */
    public static MemcachedServer start(String... options) {
        return start(Installation.MACHINE, options);
    }

    /** Starts a server of this installation like {@link #start(String...)}. */
    public static MemcachedServer start(Installation installation, String... options) {
        Access access = new Access(Optional.empty(), Optional.empty());
        return start(installation, TempDirectory.create("memcached"), access, options);
    }

    /** Starts a server that lets in this user only, by the text protocol's own login ({@code -Y}). */
    public static MemcachedServer startWithUser(String user, String password) {
        String login = user + ":" + password;
        TempDirectory directory = TempDirectory.create("memcached");
        String users = directory.write("users", login + "\n").toString();
        return start(Installation.MACHINE, directory, new Access(Optional.of(login), Optional.empty()), "-Y", users);
    }

    /** Starts a server that speaks TLS only, as {@link TlsIdentity#shared()}, and asks clients for no certificate. */
    public static MemcachedServer startWithTls() {
        TlsIdentity tls = TlsIdentity.shared();
        String files = "ssl_chain_cert=" + tls.certificatePem() + ",ssl_key=" + tls.keyPem();
        Access access = new Access(Optional.empty(), Optional.of(tls));
        return start(Installation.MACHINE, TempDirectory.create("memcached"), access, "-Z", "-o", files);
    }

    private static MemcachedServer start(
            Installation installation, TempDirectory directory, Access access, String... options) {
        return ServerCommand.onFreePort(port -> new MemcachedServer(
                ServerCommand.in(directory)
                        .add(installation.program("memcached"), "-l", "127.0.0.1", "-p", "" + port)
                        .addAsRoot("-u", "root")
                        .add(options)
                        .readyWhen(pid -> isReady(access, port, pid))
                        .start(),
                port,
                access));
    }

    /** A server of someone else's on this port has another process id. */
    private static boolean isReady(Access access, int port, long pid) {
        try (MemcachedConnection connection = access.connect(port, PROBE_PATIENCE)) {
            return connection.exec("stats").contains("STAT pid " + pid);
        }
    }

    @Override
    protected String url(int port) {
        return (access.tls().isPresent() ? "memcacheds://" : "memcached://")
                + access.login().map(login -> login + "@").orElse("") + "127.0.0.1:" + port;
    }

    /** Opens a connection and logs in; see {@link MemcachedConnection#open}. */
    public MemcachedConnection connect(Duration patience) {
        return access.connect(port(), patience);
    }

    /**
     * Runs a command on a connection of its own, waiting up to 10 seconds.
     *
     * @return what {@link MemcachedConnection#exec} returns
     * @throws java.io.UncheckedIOException if the server cannot be reached or doesn't reply
     */
    public List<String> exec(String command) {
        try (MemcachedConnection connection = connect(PATIENCE)) {
            return connection.exec(command);
        }
    }

    /** Returns the numbers that the server counts, such as "cmd_get", since its start. */
    public Map<String, Long> stats() {
        Map<String, Long> numbers = new TreeMap<>();
        for (String line : exec("stats")) {
            String[] words = line.split(" ", -1);
            if (words.length == 3 && words[2].matches("\\d{1,18}")) {
                numbers.put(words[1], Long.parseLong(words[2]));
            }
        }
        return numbers;
    }
}
