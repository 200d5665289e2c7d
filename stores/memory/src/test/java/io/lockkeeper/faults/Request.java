package io.lockkeeper.faults;

/** The kinds of requests that a client sends to its store. */
public enum Request {
    CLAIM,
    RENEW,
    RELEASE,
    EXCHANGE,
    SET_LEASE,
    WITHDRAW,
    IS_RECALLED,
    LISTEN
}
