package io.lockkeeper.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lockkeeper.StoreUnavailableException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What errors of the server and of the libraries mean.
 *
 * <p>An error reply of the server says that nothing was done: scripts are written so that they fail at their first
 * write or not at all.
 */
final class Failures {

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

    private final String where;
    private final String rules;

    /**
     * Failures of one store.
     *
     * @param where the server's address, without secrets
     * @param keys the names of its keys and channels
     */
    Failures(String where, Keys keys) {
        this.where = where;
        this.rules = "~" + keys.prefix() + "* &" + keys.channel("*")
                + " +eval +evalsha +time +exists +hmget +hget +hset +hdel +hincrby +hgetall +pexpireat +zadd +zrem +zcard"
                + " +zrank +zrange +zpopmin +publish +pubsub|numsub +subscribe +ping, +select for a database other than 0, +scan for lists";
    }

    /** The server's address, without secrets. */
    String where() {
        return where;
    }

    /** Whether the server asks for the script's text. */
    static boolean isNoScript(Throwable failure) {
        return isReply(failure) && code(failure.getMessage()).equals("NOSCRIPT");
    }

    /** Whether the server follows another now. */
    static boolean isReadOnly(Throwable failure) {
        return isReply(failure) && code(failure.getMessage()).equals("READONLY");
    }

    /** Whether a request stayed here because there is no connection now. */
    static boolean isNotSent(Throwable failure) {
        return failure instanceof RedisException
                && !isReply(failure)
                && String.valueOf(failure.getMessage()).matches("(?s).*(not connected|queue size exceeded|rejected).*");
    }

    /** Whether a script found what it does not know; it is held by somebody, and nothing was done. */
    static boolean isForeign(Throwable failure) {
        return failure instanceof IllegalStateException
                && failure.getCause() != null
                && isReply(failure.getCause())
                && code(failure.getCause().getMessage()).equals("FOREIGN");
    }

    /** What a call failed with; if that is the type of one of its keys, it names them. */
    static Throwable naming(List<String> keys, Throwable thrown) {
        Throwable failure = unwrap(thrown);
        Throwable reply = failure.getCause();
        if (reply == null || !isReply(reply) || !code(reply.getMessage()).equals("WRONGTYPE")) {
            return failure;
        }
        String what = "A value of another type than Lockkeeper's is in one of these keys: " + String.join(", ", keys);
        return new IllegalStateException(sentence(what) + " " + failure.getMessage(), reply);
    }

    /** Whether it is what the server said, by whichever library. */
    private static boolean isReply(Throwable failure) {
        return failure instanceof RedisCommandExecutionException || failure instanceof JedisDataException;
    }

    /** Whether a connection was opened and closed again before anything was said. */
    static boolean isClosedWithoutReason(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RedisCommandExecutionException
                    || cause instanceof RedisCommandTimeoutException
                    || cause instanceof IOException) {
                return false;
            }
        }
        return failure instanceof RedisConnectionException;
    }

    /** What the engine is told. */
    RuntimeException of(Throwable thrown) {
        Throwable failure = unwrap(thrown);
        if (isReply(failure)) {
            return refused(failure);
        }
        if (failure instanceof RedisCommandTimeoutException || failure.getCause() instanceof SocketTimeoutException) {
            return unavailable("did not answer in time", true, failure);
        }
        if (failure instanceof RedisConnectionException) {
            return unreachable(failure);
        }
        return unavailable("broke the connection", true, failure);
    }

    /** A request stayed here; the server may have said why it refused to connect, which may be over soon. */
    RuntimeException notSent(Throwable failure, Optional<Throwable> refusal) {
        String why = refusal.map(Failures::withoutArguments)
                .map(reason -> ": " + reason.getMessage())
                .orElse("");
        return unavailable("is not connected" + why, false, failure);
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
        String code = code(message);
        if (PASSING.contains(code) || message.startsWith("ERR max number of clients")) {
            return unavailable("can't serve for the moment: " + message, false, failure);
        }
        if (code.equals("NOPERM") || ACL_IN_SCRIPT.matcher(message).find()) {
            String complaint = "The Redis user at " + where + " may not do what locks need: " + sentence(message);
            return new IllegalStateException(complaint + " Grant it " + rules + ".", failure);
        }
        return new IllegalStateException(
                "Redis at " + where + " refused: " + sentence(message) + advice(code), failure);
    }

    /** A reply that does not quote what was sent: causes are logged, too. */
    private static Throwable withoutArguments(Throwable reply) {
        Matcher quoted = QUOTED.matcher(String.valueOf(reply.getMessage()));
        return quoted.find() ? new RedisCommandExecutionException(quoted.replaceFirst("")) : reply;
    }

    private String advice(String code) {
        return switch (code) {
            case "NOAUTH" -> " Put user and password into the address: redis://user:password@host.";
            case "WRONGPASS" -> " Check user and password in the address; special characters need %-encoding.";
            case "WRONGTYPE" -> " Someone else uses keys of these names; choose another prefix.";
            default -> "";
        };
    }

    private StoreUnavailableException unavailable(String what, boolean outcomeUnknown, Throwable failure) {
        return new StoreUnavailableException("Redis at " + where + " " + sentence(what), outcomeUnknown, failure);
    }

    /** One sentence of plain text: servers and other programs may have said anything. */
    private static String sentence(String text) {
        String plain = Log.clean(text);
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

    private static String code(@Nullable String message) {
        String text = String.valueOf(message);
        Matcher wrapped = WRAPPED.matcher(text);
        if (wrapped.find()) {
            return wrapped.group(1);
        }
        int space = text.indexOf(' ');
        return space < 0 ? text : text.substring(0, space);
    }
}
