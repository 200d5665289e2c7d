/** One runnable main for each feature. */
@NullMarked
package io.lockkeeper.examples;

import org.jspecify.annotations.NullMarked;
