@NullMarked
package io.lockkeeper.engine;

import org.jspecify.annotations.NullMarked;
