package io.lockkeeper.file;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The rule that lock folders lie on file systems of this machine alone: on network file systems, locks may
 * not reach other machines, may outlive their holders, or be lost with a connection.
 */
final class LocalFileSystem {

    private static final Pattern NETWORK = Pattern.compile("(fuse[.])?(nfs\\d*|cifs|smb\\w*|ncp\\w*|afp\\w*|afs|coda|9p"
            + "|ceph|ceph-fuse|glusterfs|lustre|gpfs|beegfs\\w*|orangefs|pvfs2|panfs|gfs2?|ocfs2|moosefs|mfs|lizardfs"
            + "|juicefs|sshfs|s3fs|goofys|gcsfuse|rclone|davfs2?|webdav\\w*|curlftpfs|dropbox|onedriver"
            + "|virtiofs|vboxsf|vmhgfs\\S*|prl_fs|osxfs|grpcfuse)");

    private LocalFileSystem() {}

    /**
     * Refuses folders on network file systems.
     *
     * @throws IllegalArgumentException if the folder is on one
     */
    static void require(Path folder) throws IOException {
        Path root = folder.getRoot();
        FileStore volume = Files.getFileStore(folder);
        boolean isShare = root != null && root.toString().startsWith("\\\\");
        if (isShare || isNetwork(volume.type())) {
            throw new IllegalArgumentException("The lock folder " + folder + " is on a network file system ("
                    + volume.type() + "), whose locks are not to be relied upon. Name a folder on a disk of this"
                    + " machine, or, for locks between machines, a store such as redis:// or jdbc:.");
        }
    }

    /** Whether file systems of a type reach beyond this machine. */
    static boolean isNetwork(String type) {
        return NETWORK.matcher(type.toLowerCase(Locale.ROOT)).matches();
    }
}
