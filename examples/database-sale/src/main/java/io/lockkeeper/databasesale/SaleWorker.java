package io.lockkeeper.databasesale;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;

/** A process that sells: says {@code ready}, waits for a line, and says how many items it sold. */
public final class SaleWorker {

    /** As many as compilers need, but not more than are to be served. */
    private static final int LONGEST_REHEARSAL = 400;

    private SaleWorker() {}

    /**
     * Sells.
     *
     * @param args the database's URL, the form, how many threads and orders, and a seed
     */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        Form form = Form.valueOf(args[1]);
        int threads = Integer.parseInt(args[2]);
        int orders = Integer.parseInt(args[3]);
        long seed = Long.parseLong(args[4]);
        try (Stock stock = Stock.open(args[0], threads);
                Till till = form.open(stock)) {
            int unused = new Rush(2, Math.min(LONGEST_REHEARSAL, orders), threads, seed).serve(till);
            System.out.println("ready");
            if (new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine() != null) {
                System.out.println("sold " + new Rush(1, orders, threads, seed).serve(till));
            }
        }
    }
}
