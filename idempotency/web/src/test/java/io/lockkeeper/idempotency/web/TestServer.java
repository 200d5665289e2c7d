package io.lockkeeper.idempotency.web;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** A Tomcat whose filter and handler each test sets. */
final class TestServer implements AutoCloseable {

    private final Tomcat tomcat = new Tomcat();
    private final AtomicReference<Filter> filter =
            new AtomicReference<>((request, response, chain) -> chain.doFilter(request, response));
    private final AtomicReference<Handler> handler = new AtomicReference<>((request, response) -> {});

    /** An application. */
    interface Handler {
        void handle(HttpServletRequest request, HttpServletResponse response) throws Exception;
    }

    private TestServer() throws IOException, LifecycleException {
        Path folder = Files.createTempDirectory("tomcat");
        tomcat.setBaseDir(folder.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxThreads", "400");
        tomcat.getConnector().setProperty("acceptCount", "2000");
        Context context = tomcat.addContext("/shop", folder.toString());
        Tomcat.addServlet(context, "application", new Application()).setAsyncSupported(true);
        context.addServletMappingDecoded("/*", "application");
        FilterDef definition = new FilterDef();
        definition.setFilterName("idempotency");
        definition.setFilter(new Switch());
        definition.setAsyncSupported("true");
        context.addFilterDef(definition);
        FilterMap map = new FilterMap();
        map.setFilterName("idempotency");
        map.addURLPattern("/*");
        context.addFilterMap(map);
        tomcat.start();
    }

    static TestServer start() throws IOException, LifecycleException {
        return new TestServer();
    }

    void set(Filter newFilter, Handler newHandler) {
        filter.set(newFilter);
        handler.set(newHandler);
    }

    void wrap(UnaryOperator<Filter> wrapper) {
        filter.set(wrapper.apply(Objects.requireNonNull(filter.get())));
    }

    int port() {
        return tomcat.getConnector().getLocalPort();
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    private final class Switch extends HttpFilter {
        private static final long serialVersionUID = 1;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            Objects.requireNonNull(filter.get()).doFilter(request, response, chain);
        }
    }

    private final class Application extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            try {
                Objects.requireNonNull(handler.get()).handle(request, response);
            } catch (IOException | ServletException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new ServletException(e);
            }
        }
    }
}
