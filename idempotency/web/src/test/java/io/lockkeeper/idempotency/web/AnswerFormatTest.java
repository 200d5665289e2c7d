package io.lockkeeper.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerFormatTest {

    private static final Map<String, List<String>> HEADERS = new LinkedHashMap<>();

    static {
        HEADERS.put("Content-Type", List.of("application/octet-stream"));
        HEADERS.put("Link", List.of("</a>", "</b>; title=\"\u00fc\""));
    }

    private static byte[] allBytes() {
        byte[] body = new byte[256];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) i;
        }
        return body;
    }

    @Test
    void anAnswerIsReadAsItWasWritten() {
        byte[] stored = AnswerFormat.encode(new StoredAnswer.Complete(201, HEADERS, allBytes()));
        StoredAnswer.Complete read = (StoredAnswer.Complete) AnswerFormat.decode(stored);
        assertThat(read.status()).isEqualTo(201);
        assertThat(read.headers()).isEqualTo(HEADERS);
        assertThat(read.body()).isEqualTo(allBytes());
    }

    @Test
    void tombstonesAndErrorPagesToo() {
        StoredAnswer tombstone = new StoredAnswer.Tombstone(200, HEADERS);
        StoredAnswer page = new StoredAnswer.ErrorPage(404, Map.of(), "No such article");
        assertThat(AnswerFormat.decode(AnswerFormat.encode(tombstone))).isEqualTo(tombstone);
        assertThat(AnswerFormat.decode(AnswerFormat.encode(page))).isEqualTo(page);
    }

    @Test
    void theFormatIsThatOfVersionOne() {
        byte[] stored = AnswerFormat.encode(new StoredAnswer.Complete(200, Map.of("A", List.of("b")), new byte[] {7}));
        assertThat(Arrays.copyOf(stored, stored.length - 4))
                .containsExactly('L', 'A', 1, 1, 0, 200, 0, 1, 0, 0, 0, 1, 'A', 0, 0, 0, 1, 'b', 0, 0, 0, 1, 7);
    }

    @Test
    void whatWasCutOffOrChangedCannotBeRead() {
        byte[] stored = AnswerFormat.encode(new StoredAnswer.Complete(201, HEADERS, allBytes()));
        for (int length = 0; length < stored.length; length++) {
            byte[] cut = Arrays.copyOf(stored, length);
            assertThatThrownBy(() -> AnswerFormat.decode(cut)).isInstanceOf(UnreadableAnswerException.class);
        }
        for (int i = 0; i < stored.length; i++) {
            byte[] changed = stored.clone();
            changed[i] ^= 0x10;
            assertThatThrownBy(() -> AnswerFormat.decode(changed)).isInstanceOf(UnreadableAnswerException.class);
        }
    }

    @Test
    void aLaterVersionCannotBeRead() {
        byte[] stored = AnswerFormat.encode(new StoredAnswer.Complete(201, HEADERS, allBytes()));
        stored[2] = 2;
        assertThatThrownBy(() -> AnswerFormat.decode(stored))
                .isInstanceOf(UnreadableAnswerException.class)
                .hasMessageContaining("version 2");
    }

    @Test
    void credentialsAndHopByHopHeadersAreNotStored() {
        Map<String, List<String>> sent = new LinkedHashMap<>();
        for (String name : List.of(
                "Set-Cookie",
                "WWW-Authenticate",
                "Authorization",
                "Connection",
                "Transfer-Encoding",
                "Date",
                "X-Other")) {
            sent.put(name, List.of("x"));
        }
        sent.put("connection", List.of("close, ETag"));
        sent.put("content-type", List.of("text/plain"));
        sent.put("ETag", List.of("\"1\""));
        sent.put("X-Mine", List.of("1", "2"));
        assertThat(StoredHeaders.defaults().and("X-Mine").of(sent))
                .isEqualTo(Map.of("content-type", List.of("text/plain"), "X-Mine", List.of("1", "2")));
    }

    @Test
    void credentialsCannotBeChosen() {
        for (String name : List.of("set-cookie", "WWW-Authenticate", "AUTHORIZATION", "Transfer-Encoding")) {
            assertThatThrownBy(() -> StoredHeaders.defaults().and(name)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
