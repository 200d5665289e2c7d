/** A Spring Boot application whose scheduled job runs on one node at a time. */
@NullMarked
package io.lockkeeper.springboot;

import org.jspecify.annotations.NullMarked;
