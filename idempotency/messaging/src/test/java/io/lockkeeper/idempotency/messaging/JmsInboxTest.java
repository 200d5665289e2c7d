package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.brokers.ArtemisServer;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotencySettings;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import io.lockkeeper.idempotency.messaging.jms.JmsInbox;
import io.lockkeeper.idempotency.messaging.jms.JmsMessages;
import io.lockkeeper.idempotency.messaging.jms.JmsOutboxSender;
import io.lockkeeper.servers.Await;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is said of a message holds for those before it in the session: none of them may be left open. */
class JmsInboxTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int PRE_ACKNOWLEDGE = 100;

    private final Ledger ledger = Ledger.shared();
    private final Set<String> failed = ConcurrentHashMap.newKeySet();
    private final TransactionalIdempotency idempotency = JdbcIdempotency.transactional(
            ledger.source(), JdbcIdempotencySettings.defaults().withoutPurge());

    @AfterEach
    void close() {
        idempotency.close();
    }

    enum End {
        ERROR,
        INTERRUPT;

        void now() throws InterruptedException {
            if (this == ERROR) {
                throw new AssertionError("the first attempt");
            }
            throw new InterruptedException("the first attempt");
        }
    }

    /** Ends so in the first attempt of each message whose id says so. */
    private InboxListener<Message> listener(String queue, End end) throws SQLException {
        Inbox inbox = Inbox.open(ledger.source(), idempotency, InboxSettings.of(queue, Consumption.HORIZON));
        return new InboxListener<>(inbox, JmsMessages.reader(), (message, attempt, connection) -> {
            String id = attempt.key().id();
            if (id.contains("failing") && failed.add(id)) {
                end.now();
            }
            Ledger.add(connection, id, "a listener");
        });
    }

    @ParameterizedTest
    @EnumSource
    void aMessageThatWasNotHandledIsNotAcknowledgedWithTheNext(End end) throws Exception {
        for (int mode : new int[] {Session.SESSION_TRANSACTED, Session.CLIENT_ACKNOWLEDGE}) {
            String queue = "open-" + end + "-" + mode;
            ArtemisSide broker = new ArtemisSide(ArtemisServer.shared().url(), mode);
            broker.send(queue, queue + "-failing");
            broker.send(queue, queue + "-next");
            try (Connection connection = new ActiveMQConnectionFactory(broker.url()).createConnection()) {
                Session session = connection.createSession(mode);
                session.createConsumer(session.createQueue(queue))
                        .setMessageListener(new JmsInbox(
                                session, listener(queue, end), (message, why) -> {}, Duration.ofMillis(1)));
                connection.start();
                Await.until("the next message", LONG, () -> ledger.has(queue + "-next"));
                Await.until("the message that failed", LONG, () -> ledger.has(queue + "-failing"));
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private static Message message(String id) {
        return fake(
                Message.class, (self, method, arguments) -> JmsMessages.ID_PROPERTY.equals(arguments[0]) ? id : null);
    }

    private static Session session(int mode, List<String> told) {
        return fake(Session.class, (self, method, arguments) -> {
            if (method.getName().equals("getAcknowledgeMode")) {
                return mode;
            }
            if (method.getName().equals("getTransacted")) {
                return true;
            }
            told.add(method.getName());
            if (told.size() == 1) {
                throw new JMSException("no answer");
            }
            return null;
        });
    }

    @Test
    void noMessageIsHandledUntilTheBrokerKnowsOfTheOneBefore() throws Exception {
        String prefix = UUID.randomUUID().toString();
        List<String> told = new ArrayList<>();
        JmsInbox inbox = new JmsInbox(
                session(Session.SESSION_TRANSACTED, told),
                listener("fake", End.INTERRUPT),
                (message, why) -> {},
                Duration.ZERO);
        assertThatThrownBy(() -> inbox.onMessage(message(prefix + "failing"))).isInstanceOf(JMSRuntimeException.class);
        assertThat(Thread.interrupted()).isTrue();
        inbox.onMessage(message(prefix + "next"));
        assertThat(told).containsExactly("rollback", "rollback");
        assertThat(ledger.has(prefix + "next")).isFalse();
        inbox.onMessage(message(prefix + "next"));
        assertThat(told).containsExactly("rollback", "rollback", "commit");
        assertThat(ledger.has(prefix + "next")).isTrue();
    }

    @Test
    void aSessionThatAcknowledgesBeforeTheDeliveryIsRefused() throws Exception {
        InboxListener<Message> listener = listener("fake", End.ERROR);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JmsInbox(
                        session(PRE_ACKNOWLEDGE, new ArrayList<>()), listener, (message, why) -> {}, Duration.ZERO))
                .withMessageContaining("by itself");
    }

    @Test
    void anExceptionOverTheNameOfAHeaderIsARefusal() {
        BytesMessage strict = fake(BytesMessage.class, (self, method, arguments) -> {
            if (method.getName().equals("setStringProperty")) {
                throw new JMSException("no such name");
            }
            return null;
        });
        Session session = fake(Session.class, (self, method, arguments) -> strict);
        Connection connection = fake(
                Connection.class,
                (self, method, arguments) -> method.getName().equals("createSession") ? session : null);
        ConnectionFactory factory = fake(ConnectionFactory.class, (self, method, arguments) -> connection);
        try (OutboxSender sender = new JmsOutboxSender(factory)) {
            assertThat(sender.send(OutboxMessage.of("1", "queue", new byte[0]).withHeader("JMSX", "")))
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .withCauseInstanceOf(MessageRefusedException.class);
        }
    }
}
