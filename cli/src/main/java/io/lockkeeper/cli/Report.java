package io.lockkeeper.cli;

import com.grack.nanojson.JsonObject;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What came of a run, for {@code --report}. Its names are never changed or taken away, only added; tokens are strings, as
 * in {@link LockJson}. Thread-safe: a signal may end the JVM while a report is written.
 */
final class Report {
    /** Why it is over. */
    enum Reason {
        COMPLETED,
        SIGNALLED,
        CONFLICT,
        UNAVAILABLE,
        LOST,
        RECALLED,
        NOT_EXECUTABLE,
        NOT_FOUND,
        FAILED;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final int VERSION = 1;

    private final @Nullable ReportFile file;
    private final long began = System.nanoTime();
    private @Nullable String store;
    private List<String> names = List.of();
    private List<String> tokens = List.of();
    private long acquired;
    private long released;
    private Reason reason = Reason.FAILED;
    private @Nullable String lostBecause;
    private @Nullable Integer signal;

    private Report(@Nullable ReportFile file) {
        this.file = file;
    }

    /**
     * The report that a command line asks for, or one that is not written.
     *
     * @throws Failure if its file cannot be written
     */
    static Report of(Arguments arguments) {
        String name = arguments.value(RunVerb.REPORT);
        if (name == null) {
            return new Report(null);
        }
        ReportFile file;
        try {
            if (name.isEmpty()) {
                throw new InvalidPathException(name, "it is empty");
            }
            file = new ReportFile(Path.of(name));
        } catch (InvalidPathException none) {
            throw new UsageException(RunVerb.REPORT.name() + " needs the name of a file: " + none.getReason() + ".");
        }
        if (RunSettings.round() == 1) {
            file.prepare();
        }
        return new Report(file);
    }

    /** What the run is about. */
    synchronized void begin(RunSettings settings) {
        store = StoreUrl.forCommand(settings.store);
        names = settings.names;
    }

    /** The locks are there. */
    synchronized void acquired(List<String> itsTokens) {
        tokens = List.copyOf(itsTokens);
        acquired = System.nanoTime();
    }

    /** They are not any more; the first call counts. */
    synchronized void released() {
        if (released == 0) {
            released = System.nanoTime();
        }
    }

    synchronized void over(Reason itsReason) {
        reason = itsReason;
    }

    /** A signal ended COMMAND, or the run; or the run's own fault, by its exit code. */
    synchronized void stopped(int exitCode) {
        boolean bySignal = exitCode > ExitCode.ofSignal(0);
        reason = bySignal ? Reason.SIGNALLED : Reason.FAILED;
        signal = bySignal ? exitCode - ExitCode.ofSignal(0) : null;
    }

    synchronized void lost(String because) {
        reason = Reason.LOST;
        lostBecause = because.toLowerCase(Locale.ROOT);
    }

    /** Writes what is known. Where nobody asked for it nothing happens. */
    synchronized void write(int exitCode) {
        if (file != null) {
            file.write(LockJson.one(json(exitCode)));
        }
    }

    private JsonObject json(int exitCode) {
        long now = System.nanoTime();
        JsonObject json = new JsonObject();
        json.put("version", VERSION);
        json.put("store", store);
        List<JsonObject> locks = new ArrayList<>();
        for (int at = 0; at < names.size(); at++) {
            JsonObject lock = new JsonObject();
            lock.put("name", names.get(at));
            lock.put("token", at < tokens.size() ? tokens.get(at) : null);
            locks.add(lock);
        }
        json.put("locks", locks);
        json.put("round", RunSettings.round());
        json.put("waitedSeconds", seconds((acquired == 0 ? now : acquired) - began));
        json.put("heldSeconds", acquired == 0 ? null : seconds((released == 0 ? now : released) - acquired));
        json.put("exitCode", exitCode);
        json.put("reason", reason.word());
        json.put("lostBecause", lostBecause);
        json.put("signal", signal);
        return json;
    }

    private static BigDecimal seconds(long nanos) {
        return BigDecimal.valueOf(nanos / 1_000_000, 3);
    }
}
