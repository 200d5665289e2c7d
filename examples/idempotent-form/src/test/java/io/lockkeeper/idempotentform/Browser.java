package io.lockkeeper.idempotentform;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.servers.TempDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Chromium that is installed on this machine, driven by the W3C's WebDriver protocol. Not thread-safe. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");
    private static final List<String> OPTIONS = List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private final TempDirectory profile = TempDirectory.create("chromium");
    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();
    private final Process driver;
    private final String session;

    private Browser() throws IOException, InterruptedException {
        driver = new ProcessBuilder("chromedriver", "--port=0")
                .redirectErrorStream(true)
                .start();
        String root = "http://127.0.0.1:" + awaitPort() + "/session";
        List<String> arguments = new ArrayList<>(OPTIONS);
        arguments.add("--user-data-dir=" + profile.path());
        JsonNode opened = send(
                "POST",
                root,
                Map.of("capabilities", Map.of("alwaysMatch", Map.of("goog:chromeOptions", Map.of("args", arguments)))));
        session = root + "/" + opened.get("sessionId").asString();
    }

    static Browser open() throws IOException, InterruptedException {
        return new Browser();
    }

    private String awaitPort() throws IOException {
        BufferedReader output = driver.inputReader(UTF_8);
        StringBuilder all = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher started = STARTED.matcher(line);
            if (started.find()) {
                Thread rest = new Thread(() -> output.lines().forEach(ignored -> {}), "chromedriver-output");
                rest.setDaemon(true);
                rest.start();
                return started.group(1);
            }
            all.append(line).append('\n');
        }
        throw new IllegalStateException("chromedriver did not start:\n" + all);
    }

    private JsonNode send(String method, String uri, Map<String, ?> body) {
        String text = method.equals("POST") ? json.writeValueAsString(body) : "";
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .method(method, method.equals("POST") ? BodyPublishers.ofString(text) : BodyPublishers.noBody())
                .build();
        try {
            String answer = http.send(request, BodyHandlers.ofString()).body();
            JsonNode value = json.readTree(answer).get("value");
            if (value.hasNonNull("error")) {
                throw new AssertionError(method + " " + uri + " " + text + ": "
                        + value.get("message").asString());
            }
            return value;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private JsonNode post(String path, Map<String, ?> body) {
        return send("POST", session + path, body);
    }

    void go(String address) {
        post("/url", Map.of("url", address));
    }

    /** Evaluates a JavaScript expression in the page; of a promise, what it becomes. */
    JsonNode evaluate(String expression) {
        return post("/execute/sync", Map.of("script", "return " + expression, "args", List.of()));
    }

    /** Returns the visible text of the first element that the CSS selector names. */
    String text(String selector) {
        return send("GET", session + "/element/" + element(selector) + "/text", Map.of())
                .asString();
    }

    /** Clicks as a mouse does; fails if something else covers the element. */
    void click(String selector) {
        post("/element/" + element(selector) + "/click", Map.of());
    }

    void back() {
        post("/back", Map.of());
    }

    void reload() {
        post("/refresh", Map.of());
    }

    String address() {
        return send("GET", session + "/url", Map.of()).asString();
    }

    private String element(String selector) {
        JsonNode found = post("/element", Map.of("using", "css selector", "value", selector));
        return found.iterator().next().asString();
    }

    @Override
    public void close() {
        try {
            send("DELETE", session, Map.of());
        } finally {
            driver.destroy();
            profile.close();
        }
    }
}
