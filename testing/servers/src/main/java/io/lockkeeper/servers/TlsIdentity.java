package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key and its self-signed certificate for 127.0.0.1 and localhost, for tests only.
 *
 * <p>One identity serves a whole test JVM, as the server's, as the client's and as the authority that both trust;
 * making it takes about a second. Thread-safe.
 *
 * @param keyStore a PKCS #12 file with key and certificate
 * @param trustStore a PKCS #12 file with the certificate as a trusted one
 * @param certificatePem the certificate as PEM
 * @param keyPem the private key as PEM, PKCS #8
 */
public record TlsIdentity(Path keyStore, Path trustStore, Path certificatePem, Path keyPem) {
    /** The password of both stores and of the key. */
    public static final String PASSWORD = "lockkeeper";

    private static final String ALIAS = "server";

    /** Returns this JVM's identity, made at first use. */
    public static TlsIdentity shared() {
        return Shared.IDENTITY;
    }

    /** Returns a context that trusts this identity and presents it where it is asked to. */
    public SSLContext sslContext() {
        try {
            KeyStore store = load(keyStore);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(load(trustStore));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TlsIdentity create(Path directory) {
        Path keyStore = directory.resolve("server.p12");
        String options = "-genkeypair -alias " + ALIAS + " -keyalg EC -groupname secp256r1 -dname CN=localhost"
                + " -ext san=ip:127.0.0.1,dns:localhost -ext bc=ca:true -startdate -1d -validity 3"
                + " -storetype PKCS12 -storepass " + PASSWORD;
        List<String> command =
                new ArrayList<>(List.of(JavaCommand.program("keytool"), "-keystore", keyStore.toString()));
        command.addAll(List.of(options.split(" ", -1)));
        ProgramOutput.of(command);
        try {
            KeyStore store = load(keyStore);
            Path trustStore = writeTrustStore(directory.resolve("trust.p12"), store);
            Path certificate = directory.resolve("server.crt");
            Path key = directory.resolve("server.key");
            writePem(certificate, "CERTIFICATE", store.getCertificate(ALIAS).getEncoded());
            writePem(
                    key,
                    "PRIVATE KEY",
                    store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
            return new TlsIdentity(keyStore, trustStore, certificate, key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeyStore load(Path file) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream input = Files.newInputStream(file)) {
            store.load(input, PASSWORD.toCharArray());
        }
        return store;
    }

    /** A key's own entry is not trusted: the certificate needs one of its own. */
    private static Path writeTrustStore(Path file, KeyStore store) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, store.getCertificate(ALIAS));
        try (OutputStream output = Files.newOutputStream(file)) {
            trusted.store(output, PASSWORD.toCharArray());
        }
        return file;
    }

    private static void writePem(Path file, String type, byte[] content) throws IOException {
        String base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
        Files.writeString(file, "-----BEGIN " + type + "-----\n" + base64 + "\n-----END " + type + "-----\n");
    }

    /** Made once, when it is first asked for. */
    private static final class Shared {
        static final TlsIdentity IDENTITY = create(TempDirectory.create("tls").path());
    }
}
