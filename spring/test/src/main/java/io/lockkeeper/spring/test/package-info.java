/** Locks in the tests of Spring applications. */
@NullMarked
package io.lockkeeper.spring.test;

import org.jspecify.annotations.NullMarked;
