package io.lockkeeper.databasesale;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The contended row: several processes sell the stock of one article in your database, by each {@link Form}, and what they
 * sold is counted. Creates a table {@code stock}, and drops an existing one.
 */
public final class DatabaseSale {

    private static final String USAGE = """
            Usage: DatabaseSale JDBC-URL [PROCESSES [THREADS [ORDERS]]]
              JDBC-URL   a database for tests: its table "stock" is dropped
              PROCESSES  how many sell (4)
              THREADS    how many threads each of them has (4)
              ORDERS     how many orders they get together (8000)""";

    private final String url;
    private final int processes;
    private final int threads;
    private final int orders;

    DatabaseSale(String url, int processes, int threads, int orders) {
        this.url = url;
        this.processes = processes;
        this.threads = threads;
        this.orders = orders;
    }

    /**
     * Runs the demonstration.
     *
     * @param args the database's URL, and how many processes, threads and orders
     */
    public static void main(String[] args) throws IOException, SQLException {
        if (args.length == 0 || args.length > 4 || args[0].equals("--help")) {
            System.err.println(USAGE);
            System.exit(2);
        }
        DatabaseSale sale = new DatabaseSale(args[0], number(args, 1, 4), number(args, 2, 4), number(args, 3, 8_000));
        System.exit(sale.run(new PrintStream(System.out, true, StandardCharsets.UTF_8)) ? 0 : 1);
    }

    private static int number(String[] args, int at, int otherwise) {
        if (at >= args.length) {
            return otherwise;
        }
        if (!args[at].matches("[1-9]\\d{0,6}")) {
            System.err.println("A number from 1 on is wanted, not '" + args[at] + "'.\n" + USAGE);
            System.exit(2);
        }
        return Integer.parseInt(args[at]);
    }

    /** Sells in every form. Whether all that promise to be right were. */
    boolean run(PrintStream out) throws IOException, SQLException {
        out.printf("%,d orders, %d processes with %d threads each, one row%n", orders, processes, threads);
        boolean right = true;
        for (Form form : Form.values()) {
            Count count = sell(form);
            out.printf("%-38s %s%n", form, count);
            right &= count.exact() || !form.isSafe();
        }
        out.println(right ? "All safe methods sold exactly." : "A SAFE METHOD DID NOT SELL EXACTLY.");
        return right;
    }

    Count sell(Form form) throws IOException, SQLException {
        int stocked = orders * 2; // As many as they want on average.
        try (Stock stock = Stock.open(url, 1)) {
            stock.fill(stocked);
            List<WorkerProcess> workers = new ArrayList<>();
            try {
                for (int worker = 0; worker < processes; worker++) {
                    workers.add(start(form, worker));
                }
                for (WorkerProcess worker : workers) {
                    worker.await("ready");
                }
                long began = System.nanoTime();
                for (WorkerProcess worker : workers) {
                    worker.go();
                }
                int sold = 0;
                for (WorkerProcess worker : workers) {
                    sold += Integer.parseInt(worker.await("sold"));
                }
                double seconds = (System.nanoTime() - began) / 1e9;
                return new Count(stocked, sold, stock.left(1), orders / seconds);
            } finally {
                workers.forEach(WorkerProcess::close);
            }
        }
    }

    private WorkerProcess start(Form form, int number) throws IOException {
        int share = orders / processes + (number < orders % processes ? 1 : 0);
        return WorkerProcess.start(
                url,
                form.name(),
                Integer.toString(threads),
                Integer.toString(share),
                Integer.toString(1_000 * (number + 1)));
    }
}
