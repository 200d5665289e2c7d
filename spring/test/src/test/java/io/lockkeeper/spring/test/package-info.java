@NullMarked
package io.lockkeeper.spring.test;

import org.jspecify.annotations.NullMarked;
