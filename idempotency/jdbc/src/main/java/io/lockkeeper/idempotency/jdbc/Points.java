package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.store.RecoveryPoint;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Recovery points as bytes, one behind the other, as the script of the table says. Of two of one name the last one counts. */
final class Points {

    private Points() {}

    static byte[] encode(RecoveryPoint point) {
        byte[] step = point.step().getBytes(StandardCharsets.UTF_8);
        int length = Math.addExact(2 * Integer.BYTES + step.length, point.value().length);
        return ByteBuffer.allocate(length)
                .putInt(step.length)
                .put(step)
                .putInt(point.value().length)
                .put(point.value())
                .array();
    }

    static List<RecoveryPoint> decode(byte @Nullable [] bytes) {
        if (bytes == null) {
            return List.of();
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        Map<String, RecoveryPoint> points = new LinkedHashMap<>();
        try {
            while (buffer.hasRemaining()) {
                String step = new String(part(buffer), StandardCharsets.UTF_8);
                points.put(step, new RecoveryPoint(step, part(buffer)));
            }
        } catch (BufferUnderflowException damaged) {
            throw new IllegalStateException("The recovery points of a key are damaged", damaged);
        }
        return List.copyOf(points.values());
    }

    private static byte[] part(ByteBuffer buffer) {
        int length = buffer.getInt();
        if (length < 0 || length > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] part = new byte[length];
        buffer.get(part);
        return part;
    }
}
