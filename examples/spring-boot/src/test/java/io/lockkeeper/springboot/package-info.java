@NullMarked
package io.lockkeeper.springboot;

import org.jspecify.annotations.NullMarked;
