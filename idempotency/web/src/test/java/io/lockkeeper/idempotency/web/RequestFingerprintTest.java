package io.lockkeeper.idempotency.web;

import static io.lockkeeper.idempotency.web.RequestFingerprint.BodyForm.CANONICAL_JSON;
import static io.lockkeeper.idempotency.web.RequestFingerprint.BodyForm.RAW;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.web.RequestFingerprint.BodyForm;
import org.junit.jupiter.api.Test;

class RequestFingerprintTest {

    private static final String JSON = "application/json";

    private static Object print(String method, String path, String query, String type, String body, BodyForm form) {
        return RequestFingerprint.of(method, path, query, type, body.getBytes(UTF_8), form);
    }

    private static Object query(String query) {
        return print("POST", "/orders", query, JSON, "{}", RAW);
    }

    private static Object type(String type) {
        return print("POST", "/orders", "", type, "{}", RAW);
    }

    private static Object body(String body, BodyForm form) {
        return print("POST", "/orders", "", JSON, body, form);
    }

    @Test
    void itIsStableAndNamesItsVersion() {
        // A change of this value is a new version.
        assertThat(print("POST", "/orders", "b=2&a=1", JSON, "{\"a\": 1}", RAW))
                .hasToString("w1:ywAX5_Bh9D2bwJZVVqT6IRs6zKgGTXc0aNUs96q7WdQ");
    }

    @Test
    void methodPathAndBodyMatter() {
        Object first = print("POST", "/orders/1/payment", "", JSON, "{}", RAW);
        assertThat(print("PATCH", "/orders/1/payment", "", JSON, "{}", RAW)).isNotEqualTo(first);
        assertThat(print("POST", "/orders/2/payment", "", JSON, "{}", RAW)).isNotEqualTo(first);
        assertThat(print("POST", "/orders/1/payment", "", JSON, "{ }", RAW)).isNotEqualTo(first);
        assertThat(print("POST", "/orders/1/payment", "", JSON, "{}", RAW)).isEqualTo(first);
    }

    @Test
    void noPartCanPassForItsNeighbour() {
        assertThat(print("POST", "/a", "b", "", "", RAW)).isNotEqualTo(print("POST", "/ab", "", "", "", RAW));
    }

    @Test
    void spellingsOfAQueryAreOne() {
        assertThat(query("b=2&a=1")).isEqualTo(query("a=1&b=2"));
        assertThat(query("a=%61%20b&")).isEqualTo(query("a=a+b"));
        assertThat(query("%61=%c3%bc")).isEqualTo(query("a=%C3%BC"));
        assertThat(query("")).isEqualTo(query("&"));
    }

    @Test
    void differentQueriesDiffer() {
        assertThat(query("a=1&a=2")).isNotEqualTo(query("a=2&a=1"));
        assertThat(query("a")).isNotEqualTo(query("a="));
        assertThat(query("a=1%262")).isNotEqualTo(query("a=1&2"));
        assertThat(query("a=%ff")).isNotEqualTo(query("a=%fe"));
        assertThat(query("a=%zz")).isNotEqualTo(query("a=%25zz"));
    }

    @Test
    void spellingsOfAContentTypeAreOne() {
        assertThat(type("Application/JSON; Charset=\"UTF-8\"")).isEqualTo(type("application/json;charset=utf-8"));
        assertThat(type("a/b; x=1; y=\"2;3\"")).isEqualTo(type("a/b;y=\"2;3\";X=1"));
        assertThat(type("a/b;x=A")).isNotEqualTo(type("a/b;x=a"));
        assertThat(type("a/b")).isNotEqualTo(type("a/c"));
    }

    @Test
    void canonicalJsonIgnoresOrderAndBlanksByChoice() {
        assertThat(body("{\"b\":[1.0,2],\"a\":\"x\"}", CANONICAL_JSON))
                .isEqualTo(body("{ \"a\" : \"\\u0078\", \"b\" : [1, 2.0] }", CANONICAL_JSON))
                .isNotEqualTo(body("{\"b\":[2,1],\"a\":\"x\"}", CANONICAL_JSON));
        assertThat(body("{\"a\":1}", RAW)).isNotEqualTo(body("{\"a\": 1}", RAW));
    }

    @Test
    void amountsThatADoubleCannotTellApartDiffer() {
        assertThat(body("{\"amount\":9007199254740993}", CANONICAL_JSON))
                .isNotEqualTo(body("{\"amount\":9007199254740992}", CANONICAL_JSON));
    }

    @Test
    void whatIsNotJsonIsComparedByteByByte() {
        assertThat(print("POST", "/", "", "text/plain", "[1,2]", CANONICAL_JSON))
                .isNotEqualTo(print("POST", "/", "", "text/plain", "[1, 2]", CANONICAL_JSON));
        assertThat(body("{broken", CANONICAL_JSON)).isNotEqualTo(body("{ broken", CANONICAL_JSON));
    }
}
