package io.lockkeeper.etcd;

import io.grpc.Status;
import io.grpc.StatusException;
import io.lockkeeper.PlainText;
import io.lockkeeper.StoreUnavailableException;
import java.util.concurrent.CompletionException;

/** What errors of the server and of the connection mean. */
final class Failures {

    private final String where;
    private final Keys keys;

    /**
     * Failures of one store.
     *
     * @param where the endpoints, without secrets
     * @param keys the names of its keys
     */
    Failures(String where, Keys keys) {
        this.where = where;
        this.keys = keys;
    }

    /** The server does not know the lease that a request named: nothing was done. */
    static final class LeaseGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LeaseGoneException(Throwable cause) {
            super("The lease is gone.", cause);
        }
    }

    /** The server does not accept the token of a login any more: nothing was done. */
    static final class LoginGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final StoreUnavailableException otherwise;

        LoginGoneException(StoreUnavailableException otherwise) {
            super("The login is over.", otherwise);
            this.otherwise = otherwise;
        }

        /** What the engine is told if a new login is not accepted either. */
        StoreUnavailableException otherwise() {
            return otherwise;
        }
    }

    /**
     * What the engine is told.
     *
     * @param status how a request ended
     * @param sent whether it may have reached the server
     */
    RuntimeException of(Status status, boolean sent) {
        Throwable cause = status.asException();
        String text = text(status);
        return switch (status.getCode()) {
            case DEADLINE_EXCEEDED -> unavailable("did not answer in time.", sent, cause);
            case CANCELLED -> unavailable("was not waited for.", sent, cause);
            case UNAVAILABLE -> unavailable(status, sent, cause);
            // Only "too many requests" says that nothing was done: a write that exceeds the quota is carried out.
            case RESOURCE_EXHAUSTED ->
                unavailable("can't serve for the moment: " + text, sent && !text.contains("too many requests"), cause);
            case NOT_FOUND -> text.contains("lease") ? new LeaseGoneException(cause) : refused(text, "", cause);
            case UNAUTHENTICATED -> loginGone(text, cause);
            case PERMISSION_DENIED ->
                refused(
                        text,
                        " Grant a role of the user read and write on the keys that begin with '" + keys.places()
                                + "' and with '" + keys.marks() + "'.",
                        cause);
            case INVALID_ARGUMENT -> invalid(text, cause);
            case FAILED_PRECONDITION -> precondition(text, cause);
            // Errors that etcd gives no code of its own: of these, only this one says that nothing was done.
            default -> unavailable("failed: " + text, sent && !text.contains("too many requests"), cause);
        };
    }

    private RuntimeException unavailable(Status status, boolean sent, Throwable cause) {
        String text = text(status);
        if (!isFromServer(status)) {
            return unavailable(sent ? "broke the connection." : "can't be reached: " + reason(status), sent, cause);
        }
        // Without a leader it does not begin with a request; all else may have been begun.
        return unavailable("can't serve for the moment: " + text, sent && !text.contains("no leader"), cause);
    }

    private RuntimeException invalid(String text, Throwable cause) {
        if (isLoginGone(text)) {
            return loginGone(text, cause);
        }
        if (text.contains("authentication failed")) {
            return refused(text, " Check user and password in the address; special characters need %-encoding.", cause);
        }
        if (text.contains("user name is empty")) {
            return refused(text, " Put user and password into the address: etcd://user:password@host.", cause);
        }
        return refused(text, "", cause);
    }

    private RuntimeException precondition(String text, Throwable cause) {
        return refused(
                text,
                text.contains("authentication is not enabled")
                        ? " Take user and password out of the address, or enable authentication there."
                        : "",
                cause);
    }

    private LoginGoneException loginGone(String text, Throwable cause) {
        return new LoginGoneException(unavailable("does not accept the login for the moment: " + text, false, cause));
    }

    private StoreUnavailableException unavailable(String what, boolean outcomeUnknown, Throwable cause) {
        return new StoreUnavailableException("etcd at " + where + " " + sentence(what), outcomeUnknown, cause);
    }

    private IllegalStateException refused(String text, String advice, Throwable cause) {
        return new IllegalStateException("etcd at " + where + " refused: " + sentence(text) + advice, cause);
    }

    /** Whether an error's text says that the token of a login is not accepted any more. */
    static boolean isLoginGone(String text) {
        return text.contains("invalid auth token") || text.contains("revision of auth store is old");
    }

    /** Whether a write was refused because the server's quota is used up; one that exceeds it is carried out all the same. */
    static boolean isFull(Throwable thrown) {
        return unwrap(thrown).getCause() instanceof StatusException refused
                && text(refused.getStatus()).contains("database space exceeded");
    }

    /** Whether a status is an answer of etcd itself, not of the connection. */
    static boolean isFromServer(Status status) {
        return text(status).startsWith("etcdserver:");
    }

    private static String reason(Status status) {
        Throwable cause = status.getCause();
        return cause == null || cause.getMessage() == null ? text(status) : PlainText.line(cause.getMessage());
    }

    private static String text(Status status) {
        String description = status.getDescription();
        return description == null ? status.getCode().toString() : PlainText.line(description);
    }

    private static String sentence(String text) {
        return text.endsWith(".") || text.endsWith("?") ? text : text + ".";
    }

    /** What a stage failed with, without what later stages wrapped around it. */
    static Throwable unwrap(Throwable thrown) {
        Throwable failure = thrown;
        while (failure instanceof CompletionException && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return failure;
    }
}
