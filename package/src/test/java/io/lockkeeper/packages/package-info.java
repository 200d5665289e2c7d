/** The packages of the command line, as they are installed. */
@NullMarked
package io.lockkeeper.packages;

import org.jspecify.annotations.NullMarked;
