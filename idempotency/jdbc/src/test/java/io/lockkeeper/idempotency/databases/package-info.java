/** The databases on which the tests of this module run: each server starts once, when it is first asked for. */
@NullMarked
package io.lockkeeper.idempotency.databases;

import org.jspecify.annotations.NullMarked;
