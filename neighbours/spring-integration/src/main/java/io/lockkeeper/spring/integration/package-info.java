/** Spring Integration's lock registry over Lockkeeper's locks. Knows Lockkeeper's API, and no store. */
@NullMarked
package io.lockkeeper.spring.integration;

import org.jspecify.annotations.NullMarked;
