/** What is measured, one class a question. */
@NullMarked
package io.lockkeeper.bench.scenarios;

import org.jspecify.annotations.NullMarked;
