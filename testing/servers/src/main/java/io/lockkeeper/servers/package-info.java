/** Real servers, started for the length of a test. */
@NullMarked
package io.lockkeeper.servers;

import org.jspecify.annotations.NullMarked;
