package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body was read already. Fields of a form are parsed here, since the container finds no body any more. It is not
 * asynchronous: the operation is done when the application returns.
 */
final class BufferedRequest extends HttpServletRequestWrapper {

    private final byte[] body;
    private @Nullable ServletInputStream input;
    private @Nullable BufferedReader reader;
    private @Nullable Map<String, List<String>> parameters;

    BufferedRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = body;
    }

    /** Reads a body; empty if it is larger than allowed. At most one byte more than that is read. */
    static Optional<byte[]> read(HttpServletRequest request, int most) throws IOException {
        if (request.getContentLengthLong() > most) {
            return Optional.empty();
        }
        byte[] read = request.getInputStream().readNBytes(most == Integer.MAX_VALUE ? most : most + 1);
        return read.length > most ? Optional.empty() : Optional.of(read);
    }

    /**
     * Returns what the client sent, for comparing and for finding a token. A filter before this one may have had the container parse a form,
     * as filters against forged requests do: the fields are what is left of it.
     *
     * @throws IllegalStateException if a filter before this one has read a body whose length is declared; another one cannot be told from an empty body
     */
    byte[] sent() {
        if (body.length == 0 && FormFields.isForm(Optional.ofNullable(getContentType()))) {
            return FormFields.encode(parameters());
        }
        if (body.length < getContentLengthLong()) {
            throw new IllegalStateException(
                    "A filter before this one has read the body: repeats could not be compared");
        }
        return body;
    }

    @Override
    public ServletInputStream getInputStream() {
        if (reader != null) {
            throw new IllegalStateException("getReader() was called");
        }
        if (input == null) {
            input = new BodyStream(new ByteArrayInputStream(body));
        }
        return input;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (input != null) {
            throw new IllegalStateException("getInputStream() was called");
        }
        if (reader == null) {
            String encoding = getCharacterEncoding();
            String charset = encoding == null ? ISO_8859_1.name() : encoding;
            reader = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(body), charset));
        }
        return reader;
    }

    private Map<String, List<String>> parameters() {
        if (parameters == null) {
            parameters = new LinkedHashMap<>();
            // The container's are those of the query: it has no body to parse.
            super.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
            FormFields.of(Optional.ofNullable(getContentType()), body, charset())
                    .values()
                    .forEach((name, values) -> parameters.merge(name, values, BufferedRequest::joined));
        }
        return parameters;
    }

    /** That of the request, else of HTML's forms. */
    private Charset charset() {
        String name = getCharacterEncoding();
        try {
            return name == null ? UTF_8 : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            // Nobody knows it; containers take their default, too.
            return UTF_8;
        }
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    @Override
    public @Nullable String getParameter(String name) {
        List<String> values = parameters().get(name);
        return values == null ? null : values.get(0);
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        List<String> values = parameters().get(name);
        return values == null ? null : values.toArray(String[]::new);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        Map<String, String[]> map = new LinkedHashMap<>();
        parameters().forEach((name, values) -> map.put(name, values.toArray(String[]::new)));
        return Collections.unmodifiableMap(map);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(parameters().keySet());
    }

    @Override
    public boolean isAsyncSupported() {
        return false;
    }

    @Override
    public AsyncContext startAsync() {
        throw new IllegalStateException(
                "Requests that run once are synchronous: the answer must be known when the filter returns");
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return startAsync();
    }
}
