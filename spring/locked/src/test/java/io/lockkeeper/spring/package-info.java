@NullMarked
package io.lockkeeper.spring;

import org.jspecify.annotations.NullMarked;
