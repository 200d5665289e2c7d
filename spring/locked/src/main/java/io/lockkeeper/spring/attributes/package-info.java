/**
 * How the attributes of Lockkeeper's annotations are written: names with arguments and expressions in them, placeholders, durations.
 *
 * <p>For Lockkeeper's own modules; applications do not need it, and it may change in any release. Nothing here may import
 * {@code io.lockkeeper}.
 */
@NullMarked
package io.lockkeeper.spring.attributes;

import org.jspecify.annotations.NullMarked;
