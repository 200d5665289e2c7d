package io.lockkeeper.redis;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Opens sockets, as Lettuce does: to the first address of the host, and no other.
 *
 * @param server where to
 * @param encryption for TLS, knows whom to trust
 * @param namesItself whether the certificate must be for the host that was asked for
 * @param millis how long to wait for the connection, and for each answer
 */
record Dialer(HostAndPort server, Optional<SSLSocketFactory> encryption, boolean namesItself, int millis)
        implements JedisSocketFactory {

    /** Trusts the certificates in a PEM file, or whom Java trusts. */
    static SSLSocketFactory trusting(Optional<Path> pem) {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(pem.isPresent() ? certificates(pem.get()) : null);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (IOException | GeneralSecurityException unusable) {
            throw new IllegalArgumentException(
                    "'cacert' names a PEM file with certificates; it can't be read as one: " + pem, unusable);
        }
    }

    @Override
    public Socket createSocket() {
        Socket plain = new Socket();
        try {
            plain.setTcpNoDelay(true);
            plain.setKeepAlive(true);
            plain.setSoTimeout(millis);
            plain.connect(new InetSocketAddress(server.getHost(), server.getPort()), millis);
            return encryption.isPresent() ? encrypted(plain, encryption.get()) : plain;
        } catch (IOException failure) {
            try {
                plain.close();
            } catch (IOException broken) {
                failure.addSuppressed(broken);
            }
            throw new JedisConnectionException("No connection to " + server, failure);
        }
    }

    private Socket encrypted(Socket plain, SSLSocketFactory factory) throws IOException {
        SSLSocket socket = (SSLSocket) factory.createSocket(plain, server.getHost(), server.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(namesItself ? "HTTPS" : null);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static KeyStore certificates(Path pem) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream file = Files.newInputStream(pem)) {
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(file)) {
                store.setCertificateEntry("trusted-" + number++, certificate);
            }
        }
        return store;
    }
}
