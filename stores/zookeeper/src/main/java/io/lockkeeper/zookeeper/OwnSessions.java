package io.lockkeeper.zookeeper;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Diagnosis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.zookeeper.client.ConnectStringParser;
import org.jspecify.annotations.Nullable;

/** Sessions of the store's own, each with a client of ZooKeeper's. */
final class OwnSessions implements SessionSource {

    private static final Duration FAREWELL = Duration.ofMillis(500);
    private static final Duration BEFORE_ANOTHER_ATTEMPT = Duration.ofSeconds(1);

    private final ZooKeeperSettings settings;

    OwnSessions(ZooKeeperSettings settings) {
        this.settings = settings;
    }

    @Override
    public void start(Connection connection) {
        follow(connection, null);
    }

    @Override
    public StoreUnavailableException explain(StoreUnavailableException failure) {
        List<Diagnosis.Server> servers = new ConnectStringParser(settings.servers())
                .getServerAddresses().stream()
                        .map(address -> new Diagnosis.Server(address.getHostString(), address.getPort()))
                        .toList();
        return new Diagnosis("ZooKeeper", "zk", "zks", settings.encryption().isPresent())
                .explain("ZooKeeper at " + settings.servers(), servers, failure);
    }

    private void follow(Connection connection, @Nullable Session before) {
        Session session = connection.begin(before, null);
        if (session == null) {
            return;
        }
        try {
            Handle handle = new Handle(settings, event -> connection.process(session, event));
            logIn(handle);
            session.by(handle);
            if (connection.isClosed()) {
                handle.close();
            }
        } catch (Throwable failure) { // An error, too, such as that there can be no more threads.
            session.end(false);
            Log.warn("A session with ZooKeeper could not be opened; retrying.", failure);
        }
    }

    private void logIn(Handle handle) {
        try {
            settings.access()
                    .login()
                    .ifPresent(login -> handle.addAuthInfo("digest", login.getBytes(StandardCharsets.UTF_8)));
        } catch (Throwable failure) {
            handle.close(); // Nobody else knows it.
            throw failure;
        }
    }

    @Override
    public void replace(Connection connection, Session ended, boolean byServer) {
        if (ended.client() instanceof Handle handle) {
            handle.close(); // The servers may go on with a session that may be over; they are asked to end it.
        }
        boolean failed = ended.age().compareTo(BEFORE_ANOTHER_ATTEMPT) < 0 || connection.isRefused();
        connection.after(failed ? BEFORE_ANOTHER_ATTEMPT : Duration.ZERO, () -> follow(connection, ended));
    }

    @Override
    public void close(@Nullable Session last, Predicate<String> ours) {
        if (last == null || !(last.client() instanceof Handle handle)) {
            return;
        }
        handle.close();
        try {
            handle.closed().get(FAREWELL.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException silent) {
            // The servers will notice when the session's time is over.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
