package io.lockkeeper.file;

import java.io.IOException;
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
            + "|ceph|ceph-fuse|cephfs|glusterfs|lustre|gpfs|beegfs\\w*|orangefs|pvfs2|panfs|gfs2?|ocfs2|moosefs|mfs"
            + "|lizardfs|saunafs|juicefs|wekafs|quobyte|xtreemfs|daos|dfuse|fhgfs\\w*|snfs|cvfs|acfs|cvmfs2?|seaweedfs"
            + "|weed|alluxio\\S*|objectivefs|hdfs|fuse_dfs|sshfs|s3fs|s3ql|s3backer|mount-s3|mountpoint-s3|goofys|geesefs"
            + "|gcsfuse|blobfuse2?|ossfs|cosfs|obsfs|rclone|davfs2?|webdav\\w*|curlftpfs|dropbox|onedriver|drivefs"
            + "|keybase|ipfs|virtiofs|vboxsf|vmhgfs\\S*|prl_fs|osxfs|grpcfuse|fakeowner|drvfs|autofs"
            + "|cubefs|scoutfs|mvfs|ftp|gvfsd-fuse|kio-fuse)");

    private LocalFileSystem() {}

    /**
     * Refuses folders on network file systems.
     *
     * @throws IllegalArgumentException if the folder is on one
     */
    static void require(Path folder) throws IOException {
        Path real = folder.toRealPath();
        String type = MountTable.typeOf(real).orElse(Files.getFileStore(real).type());
        boolean isShare = real.toString().startsWith("\\\\");
        if (isShare || isNetwork(type)) {
            throw new IllegalArgumentException("The lock folder " + folder + " is on a network file system ("
                    + type + "), whose locks are not reliable. Name a folder on a local disk of this"
                    + " machine, or, for locks between machines, a store such as redis:// or jdbc:.");
        }
    }

    /** Whether file systems of a type reach beyond this machine. */
    static boolean isNetwork(String type) {
        return NETWORK.matcher(type.toLowerCase(Locale.ROOT)).matches();
    }
}
