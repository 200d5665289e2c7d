/** The code of {@code docs/migration}, as it compiles: what was, and what takes its place. */
@NullMarked
package io.lockkeeper.examples.migration;

import org.jspecify.annotations.NullMarked;
