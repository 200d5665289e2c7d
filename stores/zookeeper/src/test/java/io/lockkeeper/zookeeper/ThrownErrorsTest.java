package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.store.GrantPush.Signals;
import io.lockkeeper.time.SystemTicker;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;

/** Errors that are thrown where nobody expects them, and codes that nobody knows: what goes on goes on. */
class ThrownErrorsTest extends WithZooKeeper {

    private final Listeners listeners = new Listeners();
    private final Failures failures = new Failures("here");
    private final Recipe recipe = Recipe.of(new Layout(""), ZooDefs.Ids.OPEN_ACL_UNSAFE, listeners, failures);
    private final Upkeep upkeep = new Upkeep(recipe, listeners);
    private final Session session = new Session(upkeep, failures, patience(), SystemTicker.shared());

    private static <T> CompletionStage<T> fail() {
        throw new StackOverflowError("as deep in a stack of the user's");
    }

    @Test
    void a_place_goes_on_after_a_step_that_throws() {
        try (Contender ann = contender()) {
            Place place = new Place(ann.claim("orders"), session, "/lk1/orders");
            assertThat(place.then(ThrownErrorsTest::fail)).isCompletedExceptionally();
            assertThat(place.then(() -> CompletableFuture.completedFuture("done")))
                    .isCompletedWithValue("done");
        }
    }

    @Test
    void a_client_that_throws_when_it_is_told_something_keeps_nothing_from_others() {
        Signals throwing = (Signals) Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {Signals.class}, (proxy, method, arguments) -> fail());
        RecordedSignals signals = new RecordedSignals();
        for (int client = 0; client < 20; client++) {
            listeners.add("throwing " + client, throwing);
        }
        listeners.add("ann", signals);
        upkeep.ended(session, true);
        assertThat(signals.heard()).containsExactly(new Signal.Missed());
    }

    @Test
    void an_answer_that_can_t_be_taken_has_failed() {
        Answer<String> answer = new Answer<>(session, Answer.Way.SERVER);
        answer.take(0, "/", () -> {
            throw new StackOverflowError();
        });
        assertThat(answer).isCompletedExceptionally();
    }

    /** Whether what was asked was done is not known, either. */
    @Test
    void an_answer_with_an_unknown_code_has_failed() {
        Answer<String> answer = new Answer<>(session, Answer.Way.COMMIT);
        answer.take(-9_999, "/", () -> "done");
        assertThat(answer).isCompletedExceptionally();
        Throwable failure = answer.<Throwable>handle((value, thrown) -> thrown).join();
        assertThat(Failures.leaveUnknown(failure)).isTrue();
        assertThat(failures.of(failure))
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        told -> assertThat(told.outcomeUnknown()).isTrue());
    }

    @Test
    void a_request_that_can_t_be_sent_has_failed_and_may_have_been_done() throws Exception {
        Administrator zk = new Administrator("127.0.0.1:" + server.port()) {
            @Override
            public void sync(String path, AsyncCallback.VoidCallback told, Object context) {
                fail();
            }
        };
        try {
            session.by(zk);
            eventually(patience(), () -> assertThat(zk.getState().isConnected()).isTrue());
            CompletableFuture<Boolean> answer = session.ask().sync("/");
            assertThat(answer).isCompletedExceptionally();
            assertThat(answer.<Throwable>handle((value, thrown) -> thrown).join())
                    .matches(Failures::leaveUnknown);
            assertThat(session.ask().takeSilence(0)).isFalse();
        } finally {
            zk.close();
        }
    }

    @Test
    void a_session_is_looked_after_again() {
        List<String> beats = new CopyOnWriteArrayList<>();
        SessionEvents failing = events(name -> {
            if (name.equals("beat")) {
                beats.add(name);
                fail();
            }
        });
        whileConnected(
                failing, () -> eventually(patience(), () -> assertThat(beats).hasSizeGreaterThan(2)));
    }

    /** It would count as open, though nobody has heard of it. */
    @Test
    void a_session_that_could_not_be_announced_is_followed_by_another() {
        List<String> heard = new CopyOnWriteArrayList<>();
        SessionEvents failing = events(name -> {
            if (name.equals("opened") || name.equals("ended")) {
                heard.add(name);
                if (heard.size() == 1) {
                    fail();
                }
            }
        });
        whileConnected(
                failing,
                () -> eventually(patience(), () -> assertThat(heard).containsExactly("opened", "ended", "opened")));
    }

    private static SessionEvents events(Consumer<String> told) {
        return (SessionEvents) Proxy.newProxyInstance(
                SessionEvents.class.getClassLoader(),
                new Class<?>[] {SessionEvents.class},
                (proxy, method, arguments) -> {
                    told.accept(method.getName());
                    return method.getReturnType() == boolean.class ? false : null;
                });
    }

    private void whileConnected(SessionEvents events, Runnable test) {
        ZooKeeperSettings settings =
                ZooKeeperSettings.of("127.0.0.1:" + server.port()).withSession(Duration.ofSeconds(2));
        Connection connection =
                new Connection(new OwnSessions(settings), failures, events, patience(), SystemTicker.shared());
        try {
            connection.open(settings.times().session(), patience());
            test.run();
        } finally {
            connection.close(path -> false);
        }
    }
}
