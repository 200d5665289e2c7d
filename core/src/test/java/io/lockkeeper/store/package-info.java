@NullMarked
package io.lockkeeper.store;

import org.jspecify.annotations.NullMarked;
