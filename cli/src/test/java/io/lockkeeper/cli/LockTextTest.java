package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.PlainText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What others wrote into a store reaches the terminal without commanding it. */
final class LockTextTest {
    private static final String HOSTILE = "a\u009b2J\u202e\u2066\u200b\u007f\u061c\ufeff\udb40\udc41\u2028z";
    private static final Holder HOLDER = new Holder("c", HOSTILE, 1, HOSTILE, HOSTILE, 7);
    private static final LockStatus LOCK = LockStatus.held(
            HOSTILE, new Holding(HOLDER, 3, Optional.of(Instant.EPOCH), Optional.empty()), List.of(HOLDER));

    private static final LockView VIEW = new LockView(LOCK, true);

    @Test
    void textForPeopleIsPlain() {
        for (String text : List.of(
                Table.of(LockText.HEADINGS, List.of(LockText.row(VIEW, Instant.EPOCH)), 80),
                LockText.sheet(VIEW, Instant.EPOCH),
                Output.printable(LockText.state(LOCK)))) {
            assertThat(text.lines()).allSatisfy(line -> assertThat(line).isSameAs(PlainText.of(line)));
        }
        assertThat(LockText.sheet(VIEW, Instant.EPOCH)).contains("name         a\\u009b2J\\u202e\\u2066");
    }

    @Test
    void jsonIsPlainAndTellsTheNameAsItIs() throws Exception {
        String one = LockJson.one(LockJson.of(VIEW));
        String all = LockJson.list(List.of(VIEW));
        assertThat(PlainText.of(one)).isSameAs(one);
        assertThat(PlainText.of(all)).isSameAs(all);
        JsonObject object = JsonParser.object().from(one);
        JsonArray array = JsonParser.array().from(all);
        assertThat(object.getString("name")).isEqualTo(HOSTILE);
        assertThat(object.getObject("holder").getString("description")).isEqualTo(PlainText.of(HOSTILE));
        assertThat(array.getObject(0)).isEqualTo(object);
    }

    @Test
    void waitersThatAreUnknownAreNotNone() {
        LockView unknown = new LockView(LockStatus.free("a", 0, List.of()), false);
        LockView none = new LockView(LockStatus.free("a", 0, List.of()), true);
        assertThat(LockText.sheet(unknown, Instant.EPOCH)).contains("waiting      unknown");
        assertThat(LockText.sheet(none, Instant.EPOCH)).contains("waiting      0");
        assertThat(LockText.row(unknown, Instant.EPOCH)).last().isEqualTo("?");
        assertThat(LockText.row(none, Instant.EPOCH)).last().isEqualTo("0");
        assertThat(LockJson.of(unknown).isNull("waiters")).isTrue();
        assertThat(LockJson.of(none).get("waiters")).isEqualTo(List.of());
    }

    @Test
    void lineBreaksOfAServersMessageBecomeSpaces() {
        assertThat(Output.printable("FATAL: no\r\n\tDetail: \u001b[31m")).isEqualTo("FATAL: no Detail: \\u001b[31m");
    }
}
