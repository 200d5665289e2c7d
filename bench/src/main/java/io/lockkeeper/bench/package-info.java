/** The benchmark's command line and the course of a run. */
@NullMarked
package io.lockkeeper.bench;

import org.jspecify.annotations.NullMarked;
