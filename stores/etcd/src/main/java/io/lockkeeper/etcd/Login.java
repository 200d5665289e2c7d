package io.lockkeeper.etcd;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The token that a user got for name and password, asked for when it is first needed and when it is not accepted any more. */
final class Login {

    private final Supplier<CompletableFuture<String>> authentication;
    private @Nullable CompletableFuture<String> token;

    Login(Supplier<CompletableFuture<String>> authentication) {
        this.authentication = authentication;
    }

    /** The token, or the one that is being asked for. */
    CompletableFuture<String> token() {
        CompletableFuture<String> asked = new CompletableFuture<>();
        synchronized (this) {
            CompletableFuture<String> known = token;
            if (known != null && !known.isCompletedExceptionally()) {
                return known;
            }
            token = asked;
        }
        // Outside the monitor: a request that fails at once has the watches begin again, and these ask for a token.
        var login = CompletableFuture.completedFuture(authentication).thenCompose(Supplier::get); // Whatever it throws.
        var unused = login.whenComplete((answer, failure) -> {
            if (failure == null) {
                asked.complete(answer);
            } else {
                asked.completeExceptionally(failure);
            }
        });
        return asked;
    }

    /** Has the next one who needs a token ask for another, unless one is being asked for. */
    synchronized void forget() {
        if (token != null && token.isDone()) {
            token = null;
        }
    }

    /** Another token than one that was not accepted. */
    CompletableFuture<String> tokenAfter(String refused) {
        synchronized (this) {
            CompletableFuture<String> known = token;
            if (known != null && known.isDone() && !known.isCompletedExceptionally() && refused.equals(known.join())) {
                token = null;
            }
        }
        return token();
    }
}
