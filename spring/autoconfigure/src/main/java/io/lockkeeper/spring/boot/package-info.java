/**
 * Locks in Spring Boot applications: a {@code LockClient} bean for each store, its life, health and endpoint. Spring Boot 3.5
 * and 4 have some classes under different names; what uses them is in classes of its own, which are only loaded if they
 * are there.
 */
@NullMarked
package io.lockkeeper.spring.boot;

import org.jspecify.annotations.NullMarked;
