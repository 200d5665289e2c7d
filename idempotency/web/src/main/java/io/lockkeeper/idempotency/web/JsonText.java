package io.lockkeeper.idempotency.web;

/** Text as a JSON string, escaped as RFC 8785 has it. */
final class JsonText {

    private JsonText() {}

    static void write(String text, StringBuilder target) {
        target.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> target.append("\\\"");
                case '\\' -> target.append("\\\\");
                case '\b' -> target.append("\\b");
                case '\f' -> target.append("\\f");
                case '\n' -> target.append("\\n");
                case '\r' -> target.append("\\r");
                case '\t' -> target.append("\\t");
                default -> {
                    if (c < 0x20) {
                        target.append(String.format("\\u%04x", (int) c));
                    } else {
                        target.append(c);
                    }
                }
            }
        }
        target.append('"');
    }
}
