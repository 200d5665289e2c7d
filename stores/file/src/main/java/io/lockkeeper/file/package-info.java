/** A store that keeps its locks as locked files on one machine. */
@NullMarked
package io.lockkeeper.file;

import org.jspecify.annotations.NullMarked;
