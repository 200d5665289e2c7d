package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The topmost of stacked file systems is found. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has such a table")
class MountTableTest {

    private static final List<String> TABLE = List.of(
            "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
            "23 22 0:21 / /proc rw - proc proc rw",
            "40 22 0:36 / /net rw,relatime shared:20 - autofs /etc/auto.net rw,fd=6",
            "41 40 0:40 / /net rw,relatime shared:21 - nfs4 server:/export rw",
            "50 22 8:2 / /data rw - xfs /dev/sdb1 rw",
            "51 50 0:50 / /data/deep rw - tmpfs tmpfs rw",
            "60 22 0:60 / /over rw - nfs server:/over rw",
            "61 60 0:61 / /over/local rw - tmpfs tmpfs rw",
            "62 60 8:3 / /over rw master:3 - ext4 /dev/sdc1 rw",
            "70 22 0:70 / /with\\040space rw - fuse.sshfs me@server: rw");

    @Test
    void theMountThatCoversAPathDecides() {
        assertType("/home/ann/locks", "ext4");
        assertType("/data/locks", "xfs");
        assertType("/database", "ext4");
        assertType("/data/deep/locks", "tmpfs");
        assertType("/with space/locks", "fuse.sshfs");
    }

    @Test
    void theTopmostOfSeveralDecides() {
        assertType("/net/locks", "nfs4");
        assertType("/over/local/locks", "ext4");
    }

    /** The table has octets: here ones that are no UTF-8, line breaks of other encodings, and a carriage return. */
    @Test
    void anyNameOfAMountPointIsUnderstood() {
        List<String> table = new ArrayList<>(TABLE);
        table.add("80 22 0:80 / /k\u00f6ln rw - nfs \u0085 rw");
        table.add("81 22 0:81 / /a\rb rw - xfs /dev/\r rw");
        assertThat(MountTable.typeOf(Path.of(URI.create("file:///k%F6ln/locks")), table))
                .hasValue("nfs");
        assertThat(MountTable.typeOf(Path.of("/a\rb/locks"), table)).hasValue("xfs");
        assertThat(MountTable.typeOf(Path.of("/data/locks"), table)).hasValue("xfs");
    }

    @Test
    void aTableWithoutTheRootSaysNothing() {
        assertThat(MountTable.typeOf(Path.of("/data"), TABLE.subList(4, 6))).isEmpty();
        assertThat(MountTable.typeOf(Path.of("/data"), List.of("nonsense"))).isEmpty();
    }

    @Test
    void hereItSaysWhatTheKernelSays() throws IOException {
        assertThat(MountTable.typeOf(Path.of("/proc/self"))).hasValue("proc");
        Path here = Path.of("").toRealPath();
        assertThat(MountTable.typeOf(here)).hasValue(Files.getFileStore(here).type());
    }

    private static void assertType(String path, String type) {
        assertThat(MountTable.typeOf(Path.of(path), TABLE)).as(path).hasValue(type);
    }
}
