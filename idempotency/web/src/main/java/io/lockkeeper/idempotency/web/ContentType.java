package io.lockkeeper.idempotency.web;

import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A Content-Type in one of its many spellings: lower case, parameters sorted, without blanks and needless quotes. */
final class ContentType {

    private ContentType() {}

    static String normalized(@Nullable String field) {
        if (field == null) {
            return "";
        }
        List<String> parts = parts(field);
        TreeSet<String> parameters = new TreeSet<>();
        for (String part : parts.subList(1, parts.size())) {
            int equals = part.indexOf('=');
            String name =
                    (equals < 0 ? part : part.substring(0, equals)).strip().toLowerCase(ROOT);
            String value = equals < 0 ? "" : unquoted(part.substring(equals + 1).strip());
            if (!name.isEmpty()) {
                parameters.add(";" + name + "=" + (name.equals("charset") ? value.toLowerCase(ROOT) : value));
            }
        }
        return parts.get(0).strip().toLowerCase(ROOT) + String.join("", parameters);
    }

    static boolean isJson(@Nullable String field) {
        if (field == null) {
            return false;
        }
        String type = parts(field).get(0).strip().toLowerCase(ROOT);
        return type.equals("application/json") || (type.startsWith("application/") && type.endsWith("+json"));
    }

    static boolean isMultipart(Optional<String> field) {
        return field.filter(type -> type.strip().toLowerCase(ROOT).startsWith("multipart/form-data"))
                .isPresent();
    }

    /** Splits at semicolons that are not within quotes. */
    private static List<String> parts(String field) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == ';' && !quoted) {
                parts.add(field.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(field.substring(from));
        return parts;
    }

    private static String unquoted(String value) {
        if (value.length() < 2 || value.charAt(0) != '"' || value.charAt(value.length() - 1) != '"') {
            return value;
        }
        return value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1");
    }
}
