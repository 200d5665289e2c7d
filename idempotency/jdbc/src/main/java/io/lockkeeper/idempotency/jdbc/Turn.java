package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.StoreUnavailableException;
import java.util.concurrent.atomic.AtomicReference;

/** How far a request has come: whoever gives it up learns whether anything was sent, and nothing is sent afterwards. */
final class Turn {

    private enum Progress {
        WAITING,
        SENT,
        GIVEN_UP_UNSENT,
        GIVEN_UP
    }

    private final AtomicReference<Progress> progress = new AtomicReference<>(Progress.WAITING);

    /** To be called before each statement that writes. */
    void send() {
        Progress now = progress.updateAndGet(before -> before == Progress.WAITING ? Progress.SENT : before);
        if (now != Progress.SENT) {
            throw new StoreUnavailableException(
                    "The request was given up before it was sent", now == Progress.GIVEN_UP, null);
        }
    }

    /** Gives the request up; whether something was sent. */
    boolean giveUp() {
        return progress.updateAndGet(before -> switch (before) {
                    case WAITING, GIVEN_UP_UNSENT -> Progress.GIVEN_UP_UNSENT;
                    case SENT, GIVEN_UP -> Progress.GIVEN_UP;
                })
                == Progress.GIVEN_UP;
    }

    boolean wasSent() {
        Progress now = progress.get();
        return now == Progress.SENT || now == Progress.GIVEN_UP;
    }
}
