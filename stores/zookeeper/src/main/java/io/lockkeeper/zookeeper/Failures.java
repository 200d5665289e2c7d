package io.lockkeeper.zookeeper;

import io.lockkeeper.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/** What errors of the servers and of the connection mean. */
final class Failures {

    private final String where;

    /** Failures of one store. */
    Failures(String servers) {
        this.where = servers;
    }

    /** What the engine is told. */
    RuntimeException of(Throwable thrown) {
        Throwable failure = unwrap(thrown);
        if (failure instanceof KeeperException error) {
            return of(error);
        }
        if (failure instanceof RuntimeException known) {
            return known;
        }
        return unavailable("failed", true, failure);
    }

    private RuntimeException of(KeeperException error) {
        return switch (error.code()) {
            case CONNECTIONLOSS -> unavailable("broke the connection", true, error);
            case SESSIONEXPIRED, SESSIONMOVED -> unavailable("ended the session", true, error);
            case OPERATIONTIMEOUT, REQUESTTIMEOUT -> unavailable("did not answer in time", true, error);
            case NOTREADONLY, THROTTLEDOP, NEWCONFIGNOQUORUM, RECONFIGINPROGRESS ->
                unavailable("can't serve for the moment", false, error);
            case NOAUTH ->
                refused(
                        "the user may not do what locks need there",
                        "Grant cdrwa on the path in the address, or"
                                + " log in with the user that made it: zk://user:password@…",
                        error);
            case INVALIDACL ->
                refused(
                        "the access list is not valid for this user",
                        "'acl=creator' needs a login; see the parameter 'acl'.",
                        error);
            case AUTHFAILED, SESSIONCLOSEDREQUIRESASLAUTH ->
                refused(
                        "the login failed",
                        "Check user and password, or the SASL configuration: DIGEST-MD5 needs zookeeper.fips-mode=false"
                                + " since ZooKeeper 3.9.",
                        error);
            case NOCHILDRENFOREPHEMERALS ->
                refused("an ephemeral node stands where the lock's would be", "Remove it: " + error.getPath(), error);
            case UNIMPLEMENTED -> refused("a server is older than 3.6, which locks need", "Upgrade it.", error);
            case EPHEMERALONLOCALSESSION ->
                refused(
                        "the session is local to a server, and can have no ephemeral nodes",
                        "Set localSessionsUpgradingEnabled=true, or localSessionsEnabled=false, on all servers.",
                        error);
            case BADARGUMENTS ->
                refused(
                        "a request is not valid there",
                        "Check the path in the address; the server's log says more.",
                        error);
            case QUOTAEXCEEDED -> refused("a quota is used up", "Raise it.", error);
            default -> unavailable("failed: " + error.code(), true, error);
        };
    }

    private IllegalStateException refused(String what, String advice, KeeperException error) {
        return new IllegalStateException("ZooKeeper at " + where + " refused: " + what + ". " + advice, error);
    }

    /** A store that can't be reached now. */
    StoreUnavailableException unavailable(String what, boolean outcomeUnknown, @Nullable Throwable failure) {
        return new StoreUnavailableException("ZooKeeper at " + where + " " + what + ".", outcomeUnknown, failure);
    }

    /** What an answer says. What an error of a later release means, nobody knows. */
    static Code code(int answered) {
        try {
            return Code.get(answered);
        } catch (IllegalArgumentException unknown) {
            return Code.SYSTEMERROR;
        }
    }

    /** Whether a stage failed since there is no such node. */
    static boolean isMissing(@Nullable Throwable thrown) {
        return is(thrown, Code.NONODE);
    }

    /** The same stage, but for a node that is not there. */
    static <T> CompletionStage<T> orIfMissing(CompletionStage<T> stage, T otherwise) {
        return stage.exceptionallyCompose(failure -> isMissing(failure)
                ? CompletableFuture.completedFuture(otherwise)
                : CompletableFuture.failedFuture(failure));
    }

    /** What comes next, whether a stage failed or not. */
    static <T, R> CompletionStage<R> whenDone(
            CompletionStage<T> stage, BiFunction<T, @Nullable Throwable, CompletionStage<R>> next) {
        return stage.handle(next).thenCompose(Function.identity());
    }

    /** Whether a stage failed with this error of the server's. */
    static boolean is(@Nullable Throwable thrown, Code code) {
        return thrown != null && unwrap(thrown) instanceof KeeperException error && error.code() == code;
    }

    /** Whether nobody knows if it was done all the same. */
    static boolean leaveUnknown(Throwable thrown) {
        Throwable failure = unwrap(thrown);
        if (failure instanceof KeeperException error) {
            return switch (error.code()) {
                case CONNECTIONLOSS, OPERATIONTIMEOUT, REQUESTTIMEOUT, SESSIONMOVED, SESSIONEXPIRED, SYSTEMERROR ->
                    true;
                default -> false;
            };
        }
        return failure instanceof Error
                || (failure instanceof StoreUnavailableException unavailable && unavailable.outcomeUnknown());
    }

    /** What a stage failed with, without what later stages wrapped around it. */
    static Throwable unwrap(Throwable thrown) {
        Throwable failure = thrown;
        while (failure instanceof CompletionException || failure instanceof ExecutionException) {
            Throwable cause = failure.getCause();
            if (cause == null) {
                return failure;
            }
            failure = cause;
        }
        return failure;
    }
}
