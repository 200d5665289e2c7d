package io.lockkeeper.idempotency.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lockkeeper.PlainText;
import io.lockkeeper.StoreUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What errors of the server and of Lettuce mean.
 *
 * <p>An error reply of the server says that nothing was done: scripts fail at their first write or not at all.
 *
 * @param where the server's address, without secrets
 * @param keys the names of keys
 */
record Failures(String where, Keys keys) {

    /** The server is not able to for the moment, or is not the right one any more. */
    private static final List<String> PASSING = List.of(
            "LOADING",
            "READONLY",
            "OOM",
            "MASTERDOWN",
            "CLUSTERDOWN",
            "BUSY",
            "TRYAGAIN",
            "NOREPLICAS",
            "MISCONF",
            "UNBLOCKED");

    /** Older servers wrap what stopped a script: {@code ERR Error running script (…): @user_script:7: -OOM command …} */
    private static final Pattern WRAPPED =
            Pattern.compile("@user_script: ?\\d+: (?:@user_script: ?\\d+: )?-?([A-Z]{2,}) .*", Pattern.DOTALL);

    private static final Pattern ACL_IN_SCRIPT =
            Pattern.compile("ACL failure in script|The user executing the script can't");

    /** Here a server begins to quote what was sent, such as a password. */
    private static final Pattern QUOTED = Pattern.compile(",? with args beginning with.*", Pattern.DOTALL);

    private static final Pattern NOT_SENT =
            Pattern.compile("(?s).*(not connected|queue size exceeded|Connection is closed|rejected).*");

    /** Whether the server asks for the script's text. */
    static boolean isNoScript(Throwable failure) {
        return failure instanceof RedisCommandExecutionException
                && code(failure).equals("NOSCRIPT");
    }

    /** Whether the server follows another now. */
    static boolean isReadOnly(Throwable failure) {
        return failure instanceof RedisCommandExecutionException
                && code(failure).equals("READONLY");
    }

    /** Whether the nodes of a cluster do not agree on who has the key. */
    static boolean isRedirection(Throwable failure) {
        return failure instanceof RedisCommandExecutionException
                && (code(failure).equals("MOVED") || code(failure).equals("ASK"));
    }

    /** Whether a key is no record, but another type's. */
    static boolean isOfAnotherType(Throwable failure) {
        return failure instanceof RedisCommandExecutionException
                && code(failure).equals("WRONGTYPE");
    }

    /** Whether the server does not answer this to this user, or to anybody. */
    static boolean isForbidden(RedisCommandExecutionException refusal) {
        String code = code(refusal);
        return code.equals("NOPERM") || code.equals("ERR");
    }

    /** Whether a request waited for its reply in vain. */
    static boolean isTimeout(Throwable failure) {
        return failure instanceof TimeoutException || failure instanceof RedisCommandTimeoutException;
    }

    /**
     * Whether Lettuce stumbled over a reply, as if there was no memory for it. It may have dropped more than one reply then, and take
     * those to come for the answers to other requests.
     */
    static boolean isStumble(Throwable failure) {
        return !(failure instanceof RedisException || failure instanceof IOException);
    }

    /** What the engine is told. */
    RuntimeException of(Throwable thrown) {
        Throwable failure = unwrap(thrown);
        if (failure instanceof RedisCommandExecutionException) {
            return refused(failure);
        }
        if (isTimeout(failure)) {
            return unavailable("did not answer in time", true, failure);
        }
        if (failure instanceof RedisConnectionException) {
            return unreachable(failure);
        }
        if (failure instanceof RedisException
                && NOT_SENT.matcher(String.valueOf(failure.getMessage())).matches()) {
            return unavailable("is not connected", false, failure);
        }
        return unavailable("broke the connection", true, failure);
    }

    /** What the engine is told after more redirections than the client of a cluster follows. */
    StoreUnavailableException redirected(Throwable failure) {
        return unavailable("moves the key to another node: " + failure.getMessage(), false, failure);
    }

    private RuntimeException unreachable(Throwable failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof RedisCommandExecutionException) {
                return refused(cause);
            }
        }
        return unavailable("can't be reached", false, failure);
    }

    private RuntimeException refused(Throwable reply) {
        Throwable failure = withoutArguments(reply);
        String message = String.valueOf(failure.getMessage());
        String code = code(failure);
        if (PASSING.contains(code) || message.startsWith("ERR max number of clients")) {
            return unavailable("can't serve for the moment: " + message + advice(code), false, failure);
        }
        if (code.equals("NOPERM") || ACL_IN_SCRIPT.matcher(message).find()) {
            return new IllegalStateException(
                    "The Redis user at " + where + " may not do what idempotency needs: " + sentence(message)
                            + " Grant it ~" + keys.prefix() + "* &" + keys.prefix() + "* +eval +evalsha +time +exists"
                            + " +hmget +hset +hdel +hkeys +hgetall +hstrlen +del +set +pexpireat +persist +pttl +publish"
                            + " +subscribe +unsubscribe +ping, +select for a database other than 0, +scan for lists.",
                    failure);
        }
        return new IllegalStateException(
                "Redis at " + where + " refused: " + sentence(message) + advice(code), failure);
    }

    /** A reply that does not quote what was sent: causes are logged, too. */
    private static Throwable withoutArguments(Throwable reply) {
        Matcher quoted = QUOTED.matcher(String.valueOf(reply.getMessage()));
        return quoted.find() ? new RedisCommandExecutionException(quoted.replaceFirst("")) : reply;
    }

    private static String advice(String code) {
        return switch (code) {
            case "NOAUTH" -> " Put user and password into the address: redis://user:password@host.";
            case "WRONGPASS" -> " Check user and password in the address; special characters need %-encoding.";
            case "WRONGTYPE" -> " Someone else uses keys of these names; choose another prefix.";
            case "MOVED", "CROSSSLOT" -> " It is a node of a cluster: use a RedisClusterClient.";
            case "READONLY" -> " It is a replica; records are kept by its primary.";
            case "OOM" -> " Its memory is full: outcomes of what runs are stored, and nothing new begins.";
            default -> "";
        };
    }

    private StoreUnavailableException unavailable(String what, boolean outcomeUnknown, Throwable failure) {
        return new StoreUnavailableException("Redis at " + where + " " + sentence(what), outcomeUnknown, failure);
    }

    /** One sentence of plain text: servers may have said anything. */
    private static String sentence(String text) {
        String plain = PlainText.line(text.length() <= 500 ? text : text.substring(0, 499) + "…");
        return plain.endsWith(".") || plain.endsWith("?") ? plain : plain + ".";
    }

    /** What a stage failed with, without what later stages wrapped around it. */
    static Throwable unwrap(Throwable thrown) {
        Throwable failure = thrown;
        while (failure instanceof CompletionException && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return failure;
    }

    private static String code(Throwable reply) {
        String text = String.valueOf(reply.getMessage());
        Matcher wrapped = WRAPPED.matcher(text);
        if (wrapped.find()) {
            return wrapped.group(1);
        }
        int space = text.indexOf(' ');
        return space < 0 ? text : text.substring(0, space);
    }
}
