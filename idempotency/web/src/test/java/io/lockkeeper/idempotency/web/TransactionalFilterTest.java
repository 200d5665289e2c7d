package io.lockkeeper.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.TransactionalAttempt;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import io.lockkeeper.servers.PostgresServer;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The servlet filter with mark, business writes and stored answer in one transaction of PostgreSQL. */
class TransactionalFilterTest extends FilterTesting {

    private static final PGSimpleDataSource DATABASE = new PGSimpleDataSource();
    private static PostgresServer postgres;
    private static TransactionalIdempotency transactional;

    @BeforeAll
    static void open() throws Exception {
        postgres = PostgresServer.start();
        DATABASE.setUrl(postgres.url());
        execute("create table purchase (id bigserial primary key, of_article int not null)");
        execute("create table article (id int primary key)");
        execute("insert into article values (1)");
        // Looked at when the transaction commits.
        execute("alter table purchase add foreign key (of_article) references article deferrable initially deferred");
        transactional = JdbcIdempotency.transactional(DATABASE);
    }

    @AfterAll
    static void shut() {
        transactional.close();
        postgres.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        execute("delete from purchase");
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DATABASE.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int purchases() throws SQLException {
        try (Connection connection = DATABASE.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select count(*) from purchase")) {
            assertThat(result.next()).isTrue();
            return result.getInt(1);
        }
    }

    private static void buy(HttpServletRequest request, int article) throws SQLException {
        TransactionalAttempt attempt = (TransactionalAttempt) request.getAttribute(IdempotencyFilter.ATTEMPT);
        try (Statement statement = attempt.connection().createStatement()) {
            statement.execute("insert into purchase (of_article) values (" + article + ")");
        }
    }

    private void serve(HttpSettings how, TestServer.Handler handler) {
        serve(transactional, how, ORDERS, handler);
    }

    @Test
    void theAnswerIsSentWhenThePurchaseIsCommitted() throws Exception {
        serve(settings, (request, response) -> {
            buy(request, 1);
            response.getWriter().print("bought");
            response.flushBuffer();
            assertThat(purchases()).isZero();
        });
        assertThat(text(send(order("{}")))).isEqualTo("bought");
        assertThat(purchases()).isEqualTo(1);
        HttpResponse<byte[]> second = send(order("{}"));
        assertThat(replayed(second)).isTrue();
        assertThat(text(second)).isEqualTo("bought");
        assertThat(send(order("{\"other\":1}")).statusCode()).isEqualTo(422);
        assertThat(purchases()).isEqualTo(1);
    }

    @Test
    void anAnswerThatIsNotFinalRollsThePurchaseBack() throws Exception {
        serve(settings, (request, response) -> {
            buy(request, 1);
            response.setStatus(runs.get() == 1 ? 503 : 200);
            response.getWriter().print("run " + runs);
        });
        HttpResponse<byte[]> first = send(order("{}"));
        assertThat(first.statusCode()).isEqualTo(503);
        assertThat(text(first)).isEqualTo("run 1");
        assertThat(purchases()).isZero();
        assertThat(text(send(order("{}")))).isEqualTo("run 2");
        assertThat(purchases()).isEqualTo(1);
    }

    @Test
    void anExceptionRollsThePurchaseBack() throws Exception {
        serve(settings, (request, response) -> {
            buy(request, 1);
            throw new IllegalStateException("failed");
        });
        assertThat(send(order("{}")).statusCode()).isEqualTo(500);
        assertThat(purchases()).isZero();
    }

    @Test
    void ifTheCommitFailsNobodyIsToldThatItSucceeded() throws Exception {
        serve(settings, (request, response) -> {
            buy(request, 2);
            response.setStatus(201);
            response.setHeader("Location", "/purchases/1");
            response.getWriter().print("bought");
        });
        HttpResponse<byte[]> answer = send(order("{}"));
        assertThat(answer.statusCode()).isGreaterThanOrEqualTo(500);
        assertThat(text(answer)).doesNotContain("bought");
        assertThat(header(answer, "Location")).isEqualTo("none");
        assertThat(purchases()).isZero();
    }

    @Test
    void ifTheCommitFailsAfterAStreamTheConnectionIsCutOff() {
        serve(settings.withBounds(100, 10), (request, response) -> {
            buy(request, 2);
            response.getWriter().print("x".repeat(100_000));
        });
        assertThatThrownBy(() -> send(order("{}"))).isInstanceOf(IOException.class);
    }

    @Test
    void concurrentRepeatsBuyOnce() throws Exception {
        serve(
                transactional,
                settings,
                orders(IdempotentRoute.Rules.DEFAULTS.options().withMaxWait(Duration.ofSeconds(60))),
                (request, response) -> {
                    buy(request, 1);
                    response.getWriter().print("bought");
                });
        List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            answers.add(sendAsync(order("{}")));
        }
        for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
            assertThat(text(answer.get())).isEqualTo("bought");
        }
        assertThat(purchases()).isEqualTo(1);
        assertThat(runs).hasValue(1);
    }
}
