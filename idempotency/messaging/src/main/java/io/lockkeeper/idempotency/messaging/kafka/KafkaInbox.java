package io.lockkeeper.idempotency.messaging.kafka;

import io.lockkeeper.idempotency.messaging.AsideAction;
import io.lockkeeper.idempotency.messaging.InboxListener;
import io.lockkeeper.idempotency.messaging.Verdict;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the records of a Kafka consumer through an inbox, one poll at a time:
 *
 * <pre>{@code
 * consumer.subscribe(List.of("orders"));
 * KafkaInbox<String, byte[]> inbox = new KafkaInbox<>(consumer, listener, deadLetters::send, Duration.ofSeconds(1));
 * while (running) {
 *   inbox.poll(Duration.ofSeconds(1));
 * }
 * }</pre>
 *
 * <p>Records of a partition are handled in their order, up to the first that is not done; then the offset behind those that are done
 * is committed. A record that failed is read again after a pause of its partition; others go on.
 *
 * <p>Give the consumer {@code enable.auto.commit=false}, and a {@code max.poll.interval.ms} that is longer than all records of a poll
 * take. A consumer that is too slow loses its partitions: what it handled is a repeat to the next one, and what it is handling is in
 * flight. For the thread of the consumer only.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class KafkaInbox<K, V> {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private final Consumer<K, V> consumer;
    private final InboxListener<ConsumerRecord<K, V>> listener;
    private final AsideAction<ConsumerRecord<K, V>> aside;
    private final Duration pause;
    private final Map<TopicPartition, Long> pausedUntil = new HashMap<>();

    /**
     * Creates an inbox for a consumer.
     *
     * @param consumer without automatic commits; subscribed and closed by the caller
     * @param listener handles its records
     * @param aside where to put records that will not be handled
     * @param pause how long to wait before a record is read again that failed
     */
    public KafkaInbox(
            Consumer<K, V> consumer,
            InboxListener<ConsumerRecord<K, V>> listener,
            AsideAction<ConsumerRecord<K, V>> aside,
            Duration pause) {
        this.consumer = consumer;
        this.listener = listener;
        this.aside = aside;
        this.pause = pause;
    }

    /**
     * Polls once, handles what there is, and commits the offsets of what is done.
     *
     * @param timeout how long to wait for records at most
     * @return how many records are done: handled, repeated or set aside
     * @throws InterruptedException if the thread was interrupted; what is not done is read again
     */
    public int poll(Duration timeout) throws InterruptedException {
        resumePartitions();
        ConsumerRecords<K, V> records = pollConsumer(timeout);
        Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
        Map<TopicPartition, Long> open = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            open.put(partition, records.records(partition).get(0).offset());
        }
        int count = 0;
        try {
            for (TopicPartition partition : records.partitions()) {
                count += handle(partition, records, done, open);
            }
        } finally {
            readAgain(open);
            commit(done);
        }
        return count;
    }

    private ConsumerRecords<K, V> pollConsumer(Duration timeout) throws InterruptedException {
        try {
            return consumer.poll(timeout);
        } catch (InterruptException interrupt) {
            // Its constructor has set the flag.
            Thread.interrupted();
            InterruptedException thrown = new InterruptedException("Interrupted while polling");
            thrown.initCause(interrupt);
            throw thrown;
        }
    }

    private int handle(
            TopicPartition partition,
            ConsumerRecords<K, V> records,
            Map<TopicPartition, OffsetAndMetadata> done,
            Map<TopicPartition, Long> open)
            throws InterruptedException {
        int count = 0;
        for (ConsumerRecord<K, V> message : records.records(partition)) {
            open.put(partition, message.offset());
            if (!isDone(message)) {
                pause(partition);
                return count;
            }
            count++;
            done.put(partition, new OffsetAndMetadata(message.offset() + 1, message.leaderEpoch(), ""));
        }
        open.remove(partition);
        return count;
    }

    private boolean isDone(ConsumerRecord<K, V> message) throws InterruptedException {
        Verdict verdict = listener.onMessage(message);
        if (verdict instanceof Verdict.Redeliver again) {
            again.failure().ifPresent(failure -> LOG.warn("{} failed and is read again", place(message), failure));
            return false;
        }
        if (verdict instanceof Verdict.SetAside refused) {
            LOG.warn("{} is set aside: {}", place(message), refused.reason());
            try {
                aside.setAside(message, refused);
            } catch (InterruptedException interrupt) {
                throw interrupt;
            } catch (Exception failure) {
                LOG.warn("{} could not be set aside and is read again", place(message), failure);
                return false;
            }
        }
        return true;
    }

    private static String place(ConsumerRecord<?, ?> message) {
        return "Record " + message.offset() + " of " + message.topic() + "-" + message.partition();
    }

    private void pause(TopicPartition partition) {
        pausedUntil.put(partition, System.nanoTime() + pause.toNanos());
        ifAssigned(partition, () -> consumer.pause(List.of(partition)));
    }

    /** With {@code group.protocol=consumer} a partition can be taken away at any time, between the question and the action, too. */
    private void ifAssigned(TopicPartition partition, Runnable action) {
        if (!consumer.assignment().contains(partition)) {
            return;
        }
        try {
            action.run();
        } catch (IllegalStateException refused) {
            if (consumer.assignment().contains(partition)) {
                throw refused;
            }
        }
    }

    private void resumePartitions() {
        long now = System.nanoTime();
        pausedUntil.entrySet().removeIf(paused -> {
            boolean due = now - paused.getValue() >= 0;
            if (due) {
                ifAssigned(paused.getKey(), () -> consumer.resume(List.of(paused.getKey())));
            }
            return due;
        });
    }

    /** What was polled and is not done would be skipped by the next poll. */
    private void readAgain(Map<TopicPartition, Long> open) {
        open.forEach((partition, offset) -> ifAssigned(partition, () -> consumer.seek(partition, offset)));
    }

    /** Records whose commit fails are delivered again, to whoever has the partition now: they are repeats then. */
    private void commit(Map<TopicPartition, OffsetAndMetadata> done) {
        if (done.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(done);
        } catch (CommitFailedException
                | RebalanceInProgressException
                | RetriableCommitFailedException
                | TimeoutException failure) {
            LOG.warn("Offsets could not be committed; their records will be delivered again, as repeats", failure);
        } catch (InterruptException interrupt) {
            LOG.debug("Interrupted while committing offsets; their records will be delivered again", interrupt);
            Thread.currentThread().interrupt();
        }
    }
}
