/** A sale with more buyers than goods. */
@NullMarked
package io.lockkeeper.flashsale;

import org.jspecify.annotations.NullMarked;
