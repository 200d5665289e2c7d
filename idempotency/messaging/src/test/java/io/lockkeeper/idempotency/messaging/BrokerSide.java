package io.lockkeeper.idempotency.messaging;

/** A broker as a test needs it: sends messages, and consumes them through an inbox. */
interface BrokerSide {

    /** Sends a message to a queue or topic, and returns when the broker has it. */
    void send(String destination, String id) throws Exception;

    /** Starts to consume as a group of the queue's or topic's name; closing it ends that. */
    AutoCloseable consume(String destination, Listening listening) throws Exception;

    /** Returns a sender for an outbox. */
    OutboxSender sender() throws Exception;

    /** Returns a message for an outbox. */
    OutboxMessage toSend(String queue, String id);

    /** Returns a message that the broker refuses. */
    OutboxMessage toRefuse();

    /** The brokers. */
    enum Kind {
        KAFKA,
        RABBITMQ,
        ARTEMIS;

        BrokerSide at(String url) {
            return switch (this) {
                case KAFKA -> new KafkaSide(url);
                case RABBITMQ -> new RabbitMqSide(url);
                case ARTEMIS -> new ArtemisSide(url);
            };
        }
    }
}
