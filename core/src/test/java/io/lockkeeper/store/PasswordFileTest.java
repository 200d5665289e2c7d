package io.lockkeeper.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses that name a file for their password. */
class PasswordFileTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void aPassword() throws Exception {
        file = Files.writeString(folder.resolve("password"), "swordfish\n");
    }

    private String connected(String url) {
        return StoreAddress.parse(url.replace("FILE", file.toString()))
                .withPasswordFromFile()
                .url();
    }

    @Test
    void thePasswordTakesItsPlaceBeforeTheHosts() {
        String encoded = "%73%77%6F%72%64%66%69%73%68";
        String[][] urls = {
            {"redis://host?password-file=FILE", "redis://:" + encoded + "@host"},
            {
                "rediss://ann@host:1/2?verify=ca&password-file=FILE&timeout=1s",
                "rediss://ann:" + encoded + "@host:1/2?verify=ca&timeout=1s"
            },
            {"etcd://ann@a:1,b:2?password-file=FILE", "etcd://ann:" + encoded + "@a:1,b:2"},
            {"zk://ann@a,b/path?password-file=FILE&acl=creator", "zk://ann:" + encoded + "@a,b/path?acl=creator"}
        };
        for (String[] pair : urls) {
            assertThat(connected(pair[0])).isEqualTo(pair[1]);
        }
    }

    @Test
    void whatNamesNoFileIsLeftAsItIs() {
        for (String url :
                new String[] {"redis://:pw@host?timeout=1s", "file:/var/lock", "memory:x", "file:/x?password-file=FILE"
                }) {
            assertThat(connected(url)).isEqualTo(url.replace("FILE", file.toString()));
        }
    }

    @Test
    void anyCharactersButAnEndOfLineArePartOfThePassword() throws Exception {
        Files.writeString(file, " a@b:/?#%&ö\r\n");
        String url = connected("redis://ann@host?password-file=FILE");
        assertThat(StoreAddress.decode(StoreAddress.parse(url).uri().getRawUserInfo()))
                .isEqualTo("ann: a@b:/?#%&ö");
    }

    @Test
    void aFileThatCannotBeUsedIsNamedWithTheReason() throws Exception {
        assertThatThrownBy(() -> connected("redis://host?password-file=FILE.missing"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The password file '" + file + ".missing' cannot be used: there is no such file.");
        assertThatThrownBy(() -> connected("redis://host?password-file=relative"))
                .hasMessageContaining("'relative' cannot be used: it must be an absolute path");
        assertThatThrownBy(() -> connected("redis://host?password-file=" + folder))
                .hasMessageContaining("cannot be used: Is a directory");
        assertThatThrownBy(() -> connected("redis://host?password-file=/dev/zero"))
                .hasMessageContaining("cannot be used: it has more than 4096 bytes");
        for (String content : new String[] {"", "\n", "swordfish\nmore\n", "sword\u0000fish", "x".repeat(5000)}) {
            Files.writeString(file, content);
            assertThatThrownBy(() -> connected("redis://host?password-file=FILE"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("The password file '" + file + "' cannot be used: it ")
                    .hasMessageNotContaining("fish");
        }
        Files.write(file, new byte[] {(byte) 0xff});
        assertThatThrownBy(() -> connected("redis://host?password-file=FILE")).hasMessageContaining("not UTF-8");
    }

    @Test
    void twoPasswordsAreRefused() {
        assertThatThrownBy(() -> connected("redis://:other@host?password-file=FILE"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has a password and a 'password-file'")
                .hasMessageNotContaining("other")
                .hasMessageNotContaining("swordfish");
    }
}
