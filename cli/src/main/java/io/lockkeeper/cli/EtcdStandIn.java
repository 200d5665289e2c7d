package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;

/** A stand-in for an etcd, in which every lock is free: gRPC's answers in the order in which a short run asks, in HTTP/2's frames. */
final class EtcdStandIn extends StandIn {
    private static final int PREFACE = 24;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int END_OF_STREAM = 1;
    private static final int END_OF_HEADERS = 4;
    private static final int ACKNOWLEDGED = 1;

    /** ":status: 200" by its number, and "content-type" by that of the name. */
    private static final byte[] OPENING = text("\u0008\u000f\u0010\u0010application/grpc", 0x80);

    private static final byte[] TRAILER = text("\u0000\u000bgrpc-status\u00010", 0);

    /** A header with cluster, member, revision 2 and term 2, which every answer begins with. */
    private static final String BEGINNING = "\n\u0008\u0008\u0001\u0010\u0001\u0018\u0002 \u0002";

    private static final List<String> MESSAGES = List.of(
            BEGINNING, // is anything there?
            BEGINNING + "\u0010\u0007\u0018\u001e", // lease 7, for 30 s
            BEGINNING + "\u0010\u0001\u001a\u0006\u0012\u0004\n\u0002\u0018\u0002", // the claim's key is put
            BEGINNING + "\u0010\u0001\u001a\u0009\n\u0001k\u0010\u0002\u0018\u00020\u0007", // and deleted
            BEGINNING); // the end of the lease

    EtcdStandIn() throws IOException {}

    @Override
    void answer(InputStream asked, OutputStream answers) throws IOException {
        DataInputStream from = new DataInputStream(asked);
        from.readFully(new byte[PREFACE]);
        write(answers, SETTINGS, 0, 0, new byte[0]);
        Iterator<String> messages = MESSAGES.iterator();
        while (true) {
            int length = from.readUnsignedByte() << 16 | from.readUnsignedShort();
            int type = from.readUnsignedByte();
            int flags = from.readUnsignedByte();
            int stream = from.readInt();
            byte[] content = new byte[length];
            from.readFully(content);
            boolean asksForAnswer = (flags & ACKNOWLEDGED) == 0;
            if ((type == SETTINGS || type == PING) && asksForAnswer) {
                write(answers, type, ACKNOWLEDGED, 0, type == PING ? content : new byte[0]);
            } else if (type == DATA && (flags & END_OF_STREAM) != 0 && messages.hasNext()) {
                byte[] message = messages.next().getBytes(US_ASCII);
                ByteArrayOutputStream data = new ByteArrayOutputStream();
                data.write(new byte[] {0, 0, 0, 0, (byte) message.length}, 0, 5);
                data.write(message, 0, message.length);
                write(answers, HEADERS, END_OF_HEADERS, stream, OPENING);
                write(answers, DATA, 0, stream, data.toByteArray());
                write(answers, HEADERS, END_OF_HEADERS | END_OF_STREAM, stream, TRAILER);
            }
        }
    }

    private static void write(OutputStream to, int type, int flags, int stream, byte[] content) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        for (int number : new int[] {0, 0, content.length, type, flags, 0, 0, 0, stream}) {
            frame.write(number);
        }
        frame.write(content, 0, content.length);
        to.write(frame.toByteArray());
    }

    /** Bytes below 128, of which the first gets a bit more. */
    private static byte[] text(String text, int more) {
        byte[] bytes = text.getBytes(US_ASCII);
        bytes[0] |= (byte) more;
        return bytes;
    }
}
