/** The promises that every store keeps, one class a promise. */
@NullMarked
package io.lockkeeper.contract;

import org.jspecify.annotations.NullMarked;
