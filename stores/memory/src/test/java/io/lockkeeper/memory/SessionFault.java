package io.lockkeeper.memory;

/** What a {@link SessionStore} may do wrong. */
public enum SessionFault {
    /** Nothing. */
    NONE,
    /** A session that nobody hears of lasts for ever. */
    NEVER_ENDS,
    /** Grants are for longer than a session. */
    PROMISES_TOO_MUCH,
    /** A renewal finds everything as it was, whatever happened meanwhile. */
    REVIVES,
    /** Renewals do not keep a session. */
    IS_NOT_KEPT,
    /** A store that is closed leaves its session to its end. */
    STAYS
}
