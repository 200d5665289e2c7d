/** The API of Lockkeeper: values and interfaces of a distributed lock. */
@NullMarked
package io.lockkeeper;

import org.jspecify.annotations.NullMarked;
