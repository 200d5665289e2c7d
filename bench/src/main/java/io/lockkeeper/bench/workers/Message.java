package io.lockkeeper.bench.workers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An order to a worker or its answer: one line such as {@code contend threads=4 nanos=2000000000}.
 *
 * @param verb what to do, or how it went
 * @param values without white space
 */
public record Message(String verb, Map<String, String> values) {

    /** Keeps the order of the values. */
    public Message {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Returns a message without values. */
    public static Message of(String verb) {
        return new Message(verb, Map.of());
    }

    /** Returns a copy with one more value. */
    public Message with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, String.valueOf(value));
        return new Message(verb, more);
    }

    /** Returns the value of this name. */
    public String get(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(verb + " lacks " + name);
        }
        return value;
    }

    /** Returns the value of this name as a number. */
    public long number(String name) {
        return Long.parseLong(get(name));
    }

    /** Returns the sum of the numbers of this name. */
    public static long sum(Collection<Message> messages, String name) {
        return messages.stream().mapToLong(message -> message.number(name)).sum();
    }

    /** Returns the value of this name as a list, as {@link #list} made it. */
    public List<String> words(String name) {
        return Arrays.stream(get(name).split(",", -1))
                .map(word -> URLDecoder.decode(word, UTF_8))
                .toList();
    }

    /** Returns words of any kind as one value. */
    static String list(Collection<String> words) {
        return words.stream().map(word -> URLEncoder.encode(word, UTF_8)).collect(Collectors.joining(","));
    }

    /** Reads what {@link #toString} wrote. */
    public static Message parse(String line) {
        String[] words = line.split(" ", -1);
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            values.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return new Message(words[0], values);
    }

    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(verb);
        values.forEach(
                (name, value) -> line.append(' ').append(name).append('=').append(value));
        return line.toString();
    }
}
