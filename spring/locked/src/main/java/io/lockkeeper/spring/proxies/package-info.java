/**
 * What Lockkeeper's annotations need to know of the methods of beans: where they are, which the proxies reach, when their work is over.
 *
 * <p>For Lockkeeper's own modules; applications do not need it, and it may change in any release.
 */
@NullMarked
package io.lockkeeper.spring.proxies;

import org.jspecify.annotations.NullMarked;
