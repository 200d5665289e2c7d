package io.lockkeeper.file;

import java.nio.file.Path;

/**
 * The place that stands for a process group in a lock folder. Whoever ends the group when its locks are lost keeps this byte
 * locked for writing, as {@code fcntl} does, until the group is gone. A lock whose holder died while the group worked under
 * it is not given on before.
 *
 * @param file an absolute path
 * @param offset of the byte, which may lie behind the file's end
 */
public record GroupByte(Path file, long offset) {}
