package io.lockkeeper.idempotency.messaging.jms;

import io.lockkeeper.idempotency.messaging.AsideAction;
import io.lockkeeper.idempotency.messaging.InboxListener;
import io.lockkeeper.idempotency.messaging.Verdict;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A JMS listener that handles messages through an inbox, on a session that is transacted or has {@code CLIENT_ACKNOWLEDGE}:
 *
 * <pre>{@code
 * Session session = connection.createSession(Session.SESSION_TRANSACTED);
 * session.createConsumer(session.createQueue("orders")).setMessageListener(new JmsInbox(session, listener, aside, pause));
 * }</pre>
 *
 * <p>A message is acknowledged, or the session committed, once the database has committed. Otherwise the session is rolled back, or
 * recovered, after a pause, and the broker delivers the message again. The session's transaction is the broker's alone: a crash
 * between the two commits has the message delivered again, as a repeat.
 *
 * <p>Brokers limit deliveries themselves, often to 10: set that to more than the attempts of the inbox.
 */
public final class JmsInbox implements MessageListener {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private final Session session;
    private final InboxListener<Message> listener;
    private final AsideAction<Message> aside;
    private final Duration pause;
    private boolean owesRedelivery;

    /**
     * Creates a listener for a session.
     *
     * @param session transacted, or with {@code CLIENT_ACKNOWLEDGE}
     * @param listener handles its messages
     * @param aside where to put messages that will not be handled; what it sends with a transacted session is committed with it
     * @param pause how long to wait before a message is delivered again; the session's other messages wait, too
     * @throws IllegalArgumentException if the session acknowledges by itself, or in another way
     */
    public JmsInbox(Session session, InboxListener<Message> listener, AsideAction<Message> aside, Duration pause) {
        this.session = session;
        this.listener = listener;
        this.aside = aside;
        this.pause = pause;
        try {
            int mode = session.getAcknowledgeMode();
            if (mode != Session.SESSION_TRANSACTED && mode != Session.CLIENT_ACKNOWLEDGE) {
                throw new IllegalArgumentException(
                        "The session acknowledges messages by itself, or in a way of its provider. An inbox needs one that is"
                                + " transacted, or CLIENT_ACKNOWLEDGE.");
            }
        } catch (JMSException failure) {
            throw broken(failure);
        }
    }

    /**
     * Handles a message.
     *
     * @throws JMSRuntimeException if the broker was not told, or the handler ended with an error: the broker will deliver the message
     *     again
     */
    @Override
    public void onMessage(Message message) {
        boolean done = false;
        boolean interrupted = false;
        Error error = null;
        try {
            done = !owesRedelivery && isDone(message);
            if (!done) {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            }
        } catch (InterruptedException interrupt) {
            interrupted = true;
        } catch (Error thrown) {
            error = thrown;
        }
        interrupted |= Thread.interrupted();
        try {
            tell(message, done);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (error != null) {
            // Clients give up consumers whose listeners throw errors.
            throw new JMSRuntimeException("A message failed with an error and is delivered again", null, error);
        }
    }

    /**
     * Has to succeed before the session's next message is handled, since what is said of that one holds for this one, too. Not with the
     * interrupt flag set: clients give up then, without telling the broker.
     */
    private void tell(Message message, boolean done) {
        if (done) {
            acknowledge(message);
        } else {
            owesRedelivery = true;
            redeliver();
            owesRedelivery = false;
        }
    }

    private boolean isDone(Message message) throws InterruptedException {
        Verdict verdict = listener.onMessage(message);
        if (verdict instanceof Verdict.Redeliver again) {
            again.failure().ifPresent(failure -> LOG.warn("A message failed and is delivered again", failure));
            return false;
        }
        if (verdict instanceof Verdict.SetAside refused) {
            LOG.warn("A message is set aside: {}", refused.reason());
            try {
                aside.setAside(message, refused);
            } catch (InterruptedException interrupt) {
                throw interrupt;
            } catch (Exception failure) {
                LOG.warn("A message could not be set aside and is delivered again", failure);
                return false;
            }
        }
        return true;
    }

    private void acknowledge(Message message) {
        try {
            if (session.getTransacted()) {
                session.commit();
            } else {
                message.acknowledge();
            }
        } catch (JMSException failure) {
            throw broken(failure);
        }
    }

    private void redeliver() {
        try {
            if (session.getTransacted()) {
                session.rollback();
            } else {
                session.recover();
            }
        } catch (JMSException failure) {
            throw broken(failure);
        }
    }

    private static JMSRuntimeException broken(JMSException failure) {
        return new JMSRuntimeException(failure.getMessage(), failure.getErrorCode(), failure);
    }
}
