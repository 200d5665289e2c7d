package io.lockkeeper.contract;

import java.util.ArrayList;
import java.util.List;

/** Lock names that trip stores up: every one is allowed, and no two of them are the same lock. */
final class OddNames {

    private static final int LONGEST = 1_024;

    private static final List<String> ODD = List.of(
            " ",
            "  ",
            ".",
            "..",
            "/",
            "../..",
            "a/b",
            "a//b",
            "a/./b",
            "/a/b/",
            "\\",
            "a\\b",
            "C:",
            "CON",
            "{}",
            "{a}b",
            "a{b",
            "}{",
            "{{a}}",
            ":",
            "a:b",
            "a:b:",
            "::",
            "*",
            "?",
            "[a-z]",
            "a*",
            "%",
            "%s",
            "%20",
            "%d%1",
            "a%",
            "_",
            "'",
            "\"",
            "'; DROP TABLE locks; --",
            "]]",
            "]]..KEYS[1]..[[",
            "--",
            "#",
            "?a=b&c=d",
            "a+b",
            "a b",
            "a%20b",
            "$1",
            "${a}",
            "`id`",
            "$(id)",
            "~",
            "|",
            "<a>",
            "&amp;",
            "Lock",
            "lock",
            "LOCK",
            "lock ",
            " lock",
            "é",
            "e\u0301",
            "ß",
            "ss",
            "İ",
            "i",
            "I",
            "ı",
            "锁",
            "قفل",
            "🔒",
            "a\u00a0b",
            "a\u200bb",
            "0",
            "00",
            "1e3",
            "1000",
            "-1",
            "null",
            "true");

    private OddNames() {}

    /** Each odd name behind a prefix; the longest ones fill all 1,024 characters. */
    static List<String> startingWith(String prefix) {
        List<String> names = new ArrayList<>();
        for (String odd : ODD) {
            names.add(prefix + odd);
        }
        String tail = "x".repeat(LONGEST - prefix.length() - 1);
        names.add(prefix + tail + "a");
        names.add(prefix + tail + "b");
        names.add(prefix + tail);
        names.add(prefix + "锁".repeat(LONGEST - prefix.length()));
        return names;
    }

    /** The odd names as they are. */
    static List<String> alone() {
        return ODD;
    }
}
