package io.lockkeeper.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * Who may use a lock folder, as POSIX permissions; without meaning where the file system has none.
 *
 * @param mode the folder's permission bits, such as 0700; its files have the same without execution
 */
record Access(int mode) {

    /** Its owner only. */
    static final Access PRIVATE = new Access(0700);

    /** Its owner and its group. */
    static final Access GROUP = new Access(0770);

    private static final String ALL = "rwxrwxrwx";
    private static final int FIRST_BIT = 0400;
    private static final int WRITABLE_BY_OTHERS = 0022;
    private static final int OTHERS_MAY_WRITE = 0002;
    private static final int GROUP_IS_INHERITED = 02000;
    private static final int STICKY = 01000;

    /** Makes a folder with these permissions. False if there is one already. */
    boolean make(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, attributes(folder, mode));
        } catch (FileAlreadyExistsException there) {
            return false;
        }
        if (isShared() && isPosix(folder)) {
            // Whoever may write beside it may have put a link in its place.
            Files.setAttribute(folder, "unix:mode", mode | GROUP_IS_INHERITED, LinkOption.NOFOLLOW_LINKS);
        }
        return true;
    }

    /** The permissions with which files are made, as far as the process's umask lets them be. */
    FileAttribute<?>[] ofNewFiles(Path near) {
        return attributes(near, mode & 0666);
    }

    /** Gives a new file the permissions that the umask withheld, if others are to use it. */
    void share(PosixFileAttributeView file) throws IOException {
        if (isShared()) {
            file.setPermissions(permissions(mode & 0666));
        }
    }

    /** The mode as people write it. */
    String octal() {
        return "0" + Integer.toOctalString(mode);
    }

    private boolean isShared() {
        return (mode & WRITABLE_BY_OTHERS) != 0;
    }

    /**
     * Checks that a folder has no wider permissions.
     *
     * @throws IllegalArgumentException if it has, saying what to do
     */
    void check(Path folder) throws IOException {
        if (!isPosix(folder)) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        int tooWide = bits(permissions) & WRITABLE_BY_OTHERS & ~mode;
        if (tooWide != 0) {
            throw new IllegalArgumentException("The lock folder " + folder + " can be written by others ("
                    + PosixFilePermissions.toString(permissions) + "), who could break its locks. Run"
                    + " chmod go-w on it, or allow them with ?shared=true (its group) or ?mode="
                    + new Access(mode | bits(permissions)).octal() + " in the address.");
        }
        if (!isShared() && !isOwn(folder)) {
            throw new IllegalArgumentException("The lock folder " + folder + " belongs to "
                    + Files.getOwner(folder).getName() + ", who could break its locks. Name a folder of your own, or"
                    + " say ?shared=true in the address if you mean to share that one.");
        }
        Path unused = checkWay(folder, folder, Files.getOwner(folder));
    }

    /**
     * Checks that nobody else can rename a folder on the way, or replace a link, and so put another folder in its place: the
     * locks of those who have it open would not keep out those who open the new one. Who shares a folder trusts the owners
     * of those above it too. A group's right to write there is let pass: many systems give each user a group alone.
     *
     * @return where the way leads, without links
     */
    private Path checkWay(Path way, Path folder, UserPrincipal owner) throws IOException {
        Path at = way.getRoot();
        for (Path name : way) {
            checkStep(at, folder, owner);
            Path next = at.resolve(name).normalize();
            if (Files.isSymbolicLink(next)) {
                checkStep(next, folder, owner);
                next = checkWay(at.resolve(Files.readSymbolicLink(next)), folder, owner);
            }
            at = next;
        }
        return at;
    }

    /** Checks a folder on the way to a lock folder, or a link. */
    private void checkStep(Path step, Path folder, UserPrincipal owner) throws IOException {
        UserPrincipal of = Files.getOwner(step, LinkOption.NOFOLLOW_LINKS);
        boolean isLink = Files.isSymbolicLink(step);
        if (!isShared() && !of.equals(owner) && !of.equals(Files.getOwner(step.getRoot()))) {
            throw new IllegalArgumentException("The " + (isLink ? "link " : "folder ") + step
                    + ", on the way to the lock folder " + folder + ", belongs to " + of.getName()
                    + ", who could put another folder in its place. Name a folder elsewhere, or"
                    + " say ?shared=true in the address if you trust that user.");
        }
        int permissions = (int) Files.getAttribute(step, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        boolean anyoneMayRename = !isLink && (permissions & (OTHERS_MAY_WRITE | STICKY)) == OTHERS_MAY_WRITE;
        if (anyoneMayRename && (mode & OTHERS_MAY_WRITE) == 0) {
            throw new IllegalArgumentException("The folder " + step + ", on the way to the lock folder " + folder
                    + ", can be written by everyone; anyone could replace it. Run chmod o-w or chmod +t on it.");
        }
    }

    /** Java does not tell who runs it, but a new file's owner does. */
    private static boolean isOwn(Path folder) throws IOException {
        Path mine = newFile(folder);
        try {
            return Files.getOwner(mine).equals(Files.getOwner(folder));
        } finally {
            Files.delete(mine);
        }
    }

    private static Path newFile(Path folder) throws IOException {
        try {
            return Files.createTempFile(folder, ".owner-", "");
        } catch (AccessDeniedException denied) {
            throw new AccessDeniedException(folder.toString()); // Whoever reads of it knows the folder, not the file.
        } catch (FileSystemException failed) {
            throw failed.getReason() == null
                    ? failed
                    : new FileSystemException(folder.toString(), null, failed.getReason());
        }
    }

    private static FileAttribute<?>[] attributes(Path near, int mode) {
        return isPosix(near)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions(mode))}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        StringBuilder letters = new StringBuilder(ALL);
        for (int at = 0; at < ALL.length(); at++) {
            if ((mode & (FIRST_BIT >> at)) == 0) {
                letters.setCharAt(at, '-');
            }
        }
        return PosixFilePermissions.fromString(letters.toString());
    }

    private static int bits(Set<PosixFilePermission> permissions) {
        String letters = PosixFilePermissions.toString(permissions);
        int mode = 0;
        for (int at = 0; at < ALL.length(); at++) {
            mode |= letters.charAt(at) == '-' ? 0 : FIRST_BIT >> at;
        }
        return mode;
    }
}
