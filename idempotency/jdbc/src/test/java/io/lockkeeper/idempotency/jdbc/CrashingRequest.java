package io.lockkeeper.idempotency.jdbc;

import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/** A process that places an order, and stands still at a step until it is killed. */
final class CrashingRequest {

    static final String AT = "at the step";

    private CrashingRequest() {}

    /**
     * Places an order.
     *
     * @param arguments the URL, the table of orders, the table of marks, the step
     */
    public static void main(String[] arguments) throws Exception {
        CrashStep end = CrashStep.valueOf(arguments[3]);
        TestSource source = new TestSource(arguments[0]);
        source.watch(step -> {
            if (end.isAt(step)) {
                System.out.println(AT);
                while (true) {
                    LockSupport.park();
                }
            }
        });
        JdbcIdempotencySettings settings = JdbcIdempotencySettings.defaults()
                .withTable(arguments[2])
                .withCreateTable(false)
                .withoutPurge();
        try (TransactionalIdempotency idempotency = JdbcIdempotency.transactional(source, settings)) {
            idempotency.runInTransaction(Shop.call("a"), attempt -> order(attempt, arguments[1]));
        }
        throw new IllegalStateException("The step did not come: " + end);
    }

    /** Two effects that belong together. */
    static String order(TransactionalAttempt attempt, String orders) throws SQLException {
        TestSource.execute(attempt.connection(), "INSERT INTO " + orders + " VALUES ('first')");
        TestSource.execute(attempt.connection(), "INSERT INTO " + orders + " VALUES ('second')");
        return "ordered";
    }
}
