package io.lockkeeper.bench.workers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of nanoseconds, as threads fill them and as lines carry them. */
public final class Latencies {
    private static final int DIGITS = 3;

    private Latencies() {}

    static Histogram empty() {
        return new Histogram(DIGITS);
    }

    /** Returns what workers sent under this name, all in one. */
    public static Histogram sum(Collection<Message> reports, String name) {
        return sum(reports.stream().map(report -> decode(report.get(name))).toList());
    }

    /** Returns all of them in one. */
    static Histogram sum(Collection<Histogram> parts) {
        Histogram sum = empty();
        parts.forEach(sum::add);
        return sum;
    }

    static String encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** Reads what a worker sent. */
    static Histogram decode(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
