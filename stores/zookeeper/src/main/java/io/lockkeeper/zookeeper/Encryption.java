package io.lockkeeper.zookeeper;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;

/**
 * How connections are encrypted. The servers' names are checked.
 *
 * @param authorities a PEM file with the certificates of those who may sign the servers'; empty for the JVM's
 * @param identity a PEM file with the client's own certificate and its private key, for servers that ask for one
 */
public record Encryption(Optional<Path> authorities, Optional<Path> identity) {

    void configure(ZKClientConfig configuration) {
        configuration.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
        configuration.setProperty(
                ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
        try (ClientX509Util names = new ClientX509Util()) {
            authorities.ifPresent(file -> {
                configuration.setProperty(names.getSslTruststoreLocationProperty(), file.toString());
                configuration.setProperty(names.getSslTruststoreTypeProperty(), "PEM");
            });
            identity.ifPresent(file -> {
                configuration.setProperty(names.getSslKeystoreLocationProperty(), file.toString());
                configuration.setProperty(names.getSslKeystoreTypeProperty(), "PEM");
            });
        }
    }
}
