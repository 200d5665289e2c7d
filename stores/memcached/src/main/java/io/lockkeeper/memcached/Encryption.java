package io.lockkeeper.memcached;

import com.spotify.folsom.client.tls.SSLEngineFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/**
 * How to speak TLS.
 *
 * @param context knows whom to trust
 * @param namesItself whether the certificate must be for the host that was asked for
 */
record Encryption(SSLContext context, boolean namesItself) implements SSLEngineFactory {

    /** Trusts the certificates in a PEM file, or whom Java trusts. */
    static Encryption trusting(Optional<Path> pem, boolean namesItself) {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(pem.isPresent() ? certificates(pem.get()) : null);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return new Encryption(context, namesItself);
        } catch (IOException | GeneralSecurityException unusable) {
            throw new IllegalArgumentException(
                    "'cacert' names a PEM file with certificates; it can't be read as one: " + pem.orElse(null),
                    unusable);
        }
    }

    @Override
    public SSLEngine createSSLEngine(String host, int port) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(namesItself ? "HTTPS" : null);
        engine.setSSLParameters(parameters);
        return engine;
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
