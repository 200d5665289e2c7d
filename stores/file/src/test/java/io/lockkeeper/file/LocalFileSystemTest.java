package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Network file systems are refused by their type's name. */
class LocalFileSystemTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nfs",
                "nfs4",
                "NFS",
                "cifs",
                "smb3",
                "smbfs",
                "smb2",
                "afs",
                "afpfs",
                "9p",
                "ceph",
                "fuse.ceph",
                "fuse.sshfs",
                "fuse.glusterfs",
                "fuse.s3fs",
                "fuse.rclone",
                "lustre",
                "gpfs",
                "beegfs",
                "ocfs2",
                "gfs2",
                "fuse.gcsfuse",
                "virtiofs",
                "vboxsf",
                "davfs",
                "webdav",
                "fuse.vmhgfs-fuse",
                "ncpfs",
                "orangefs",
                "pvfs2",
                "cephfs",
                "glusterfs",
                "panfs",
                "acfs",
                "wekafs",
                "quobyte",
                "scoutfs",
                "mvfs",
                "fuse.juicefs",
                "fuse.mfs",
                "fuse.cubefs",
                "fuse.mount-s3",
                "fuse.gvfsd-fuse",
                "fuse.kio-fuse",
                "ftp",
                "prl_fs",
                "osxfs",
                "fuse.grpcfuse",
                "fakeowner",
                "drvfs",
                "autofs"
            })
    void networkFileSystemsAreFoundOut(String type) {
        assertThat(LocalFileSystem.isNetwork(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ext4",
                "ext2/ext3",
                "xfs",
                "btrfs",
                "zfs",
                "tmpfs",
                "overlay",
                "overlayfs",
                "f2fs",
                "apfs",
                "hfs",
                "ufs",
                "NTFS",
                "ReFS",
                "fuseblk",
                "fuse.fuse-overlayfs",
                "fuse.gocryptfs",
                "fuse.mergerfs",
                "fuse.bindfs",
                "ecryptfs",
                "hfsplus",
                "exfat",
                "vfat",
                "bcachefs",
                "jfs"
            })
    void localFileSystemsAreNot(String type) {
        assertThat(LocalFileSystem.isNetwork(type)).isFalse();
    }

    @Test
    void theFolderOfTemporaryFilesIsLocal(@TempDir Path folder) {
        assertThatCode(() -> LocalFileSystem.require(folder)).doesNotThrowAnyException();
    }
}
