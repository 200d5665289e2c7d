package io.lockkeeper.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what an etcd server tells about itself over HTTP. */
final class EtcdMetrics {
    private static final int PATIENCE_MILLIS = 5_000;

    /** {@code grpc_server_msg_received_total{grpc_method="Txn",grpc_service="etcdserverpb.KV",…} 5}. */
    private static final Pattern RECEIVED =
            Pattern.compile("grpc_server_msg_received_total\\{grpc_method=\"(\\w+)\".*}");

    /** {@code etcd_server_version{server_version="3.4.23"} 1}. */
    private static final Pattern VERSION = Pattern.compile("etcd_server_version\\{server_version=\"([^\"]+)\"}");

    private EtcdMetrics() {}

    /** Returns the version that is among the counters. */
    static String version(Map<String, Double> counters) {
        return counters.keySet().stream()
                .map(VERSION::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst()
                .orElse("of unknown version");
    }

    /** Returns what the server answers to a GET, whatever the status. */
    static String get(int port, String path) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            try (InputStream body =
                    connection.getResponseCode() < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                return body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads lines of a name and a number; comments and all else are passed over. */
    static Map<String, Double> parse(String text) {
        Map<String, Double> counters = new TreeMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int space = line.lastIndexOf(' ');
            if (space > 0) {
                counters.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
            }
        });
        return counters;
    }

    /** Returns the messages that the server received, by method; those that it never received are left out. */
    static Map<String, Long> requests(Map<String, Double> counters) {
        Map<String, Long> requests = new TreeMap<>();
        counters.forEach((name, count) -> {
            Matcher received = RECEIVED.matcher(name);
            if (received.matches() && count > 0) {
                requests.put(received.group(1), count.longValue());
            }
        });
        return requests;
    }
}
