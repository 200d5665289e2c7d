/** The command line, one class a verb. */
@NullMarked
package io.lockkeeper.cli;

import org.jspecify.annotations.NullMarked;
