package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A login is asked for once, and nobody is kept out meanwhile. */
class LoginTest {

    private final AtomicInteger asked = new AtomicInteger();
    private final CompletableFuture<String> answer = new CompletableFuture<>();
    private final Login login = new Login(this::authenticate);

    /** A request that fails at once has the watches begin again, whose monitor another may be in that asks for a token. */
    private CompletableFuture<String> authenticate() {
        asked.incrementAndGet();
        assertThat(CompletableFuture.runAsync(this::askAsAnother)).succeedsWithin(30, TimeUnit.SECONDS);
        return answer;
    }

    private void askAsAnother() {
        login.forget();
        var unused = login.token();
    }

    @Test
    void othersAskForTheTokenMeanwhileAndGetTheSame() {
        CompletableFuture<String> first = login.token();
        assertThat(login.token()).isSameAs(first).isNotDone();
        answer.complete("token");
        assertThat(login.token()).isCompletedWithValue("token");
        assertThat(asked).hasValue(1);
    }

    @Test
    void oneThatCannotBeAskedForIsAskedForAgain() {
        Login broken = new Login(() -> {
            throw new IllegalStateException("try " + asked.incrementAndGet());
        });
        assertThat(broken.token()).isCompletedExceptionally();
        assertThat(broken.token()).isCompletedExceptionally();
        assertThat(asked).hasValue(2);
    }
}
