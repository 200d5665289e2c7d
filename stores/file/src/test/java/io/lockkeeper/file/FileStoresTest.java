package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The default folder is the user's own and outlives log-outs. */
class FileStoresTest {

    private static final Path HOME = Path.of("home", "ann").toAbsolutePath();

    @Test
    void onLinuxItIsWhereTheXdgSpecificationPutsState() {
        assertThat(onLinux(Map.of())).isEqualTo(HOME.resolve(".local/state/lockkeeper/locks"));
        String state = HOME.resolve("state").toString();
        assertThat(onLinux(Map.of("XDG_STATE_HOME", state))).isEqualTo(HOME.resolve("state/lockkeeper/locks"));
    }

    @Test
    void aRelativeOrEmptyStateFolderIsIgnored() {
        assertThat(onLinux(Map.of("XDG_STATE_HOME", "state"))).isEqualTo(onLinux(Map.of()));
        assertThat(onLinux(Map.of("XDG_STATE_HOME", ""))).isEqualTo(onLinux(Map.of()));
    }

    @Test
    void onMacAndWindowsItIsWhereTheirProgramsKeepState() {
        assertThat(FileStores.defaultFolder("Mac OS X", HOME, name -> null))
                .isEqualTo(HOME.resolve("Library/Application Support/lockkeeper/locks"));
        assertThat(FileStores.defaultFolder("Windows 11", HOME, name -> null))
                .isEqualTo(HOME.resolve("AppData/Local/lockkeeper/locks"));
    }

    @Test
    void hereItIsAnAbsolutePath() {
        assertThat(FileStores.defaultFolder()).isAbsolute().endsWithRaw(Path.of("lockkeeper", "locks"));
    }

    private static Path onLinux(Map<String, String> environment) {
        return FileStores.defaultFolder("Linux", HOME, environment::get);
    }
}
