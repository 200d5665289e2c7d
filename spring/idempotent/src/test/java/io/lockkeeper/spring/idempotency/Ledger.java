package io.lockkeeper.spring.idempotency;

import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** The business writes of {@link TransactionalTest}. */
class Ledger {

    private final JdbcTemplate jdbc;

    Ledger(DataSource source) {
        this.jdbc = new JdbcTemplate(source);
        jdbc.execute("create table if not exists sold (id varchar(50))");
    }

    void write(String id) {
        int unused = jdbc.update("insert into sold values (?)", id);
    }

    @Transactional
    public void writeAndFail(String id, boolean fail) {
        write(id);
        if (fail) {
            throw new IllegalStateException("no more");
        }
    }

    @Transactional
    public void refuse(String id) {
        write(id);
        throw new Refused();
    }

    int rows() {
        Integer rows = jdbc.queryForObject("select count(*) from sold", Integer.class);
        return rows == null ? -1 : rows;
    }

    /** A final answer. */
    static class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused() {
            super("refused");
        }
    }
}
