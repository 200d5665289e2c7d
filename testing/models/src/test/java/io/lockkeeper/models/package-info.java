/**
 * Checks the TLA+ models of {@code docs/models}: each {@code .cfg} file there is a test.
 *
 * <p>{@code -Dmodels=large} checks the configurations in {@code docs/models/large} instead, which takes minutes to hours.
 */
@NullMarked
package io.lockkeeper.models;

import org.jspecify.annotations.NullMarked;
