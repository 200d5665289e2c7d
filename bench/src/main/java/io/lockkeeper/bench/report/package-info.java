/** What was measured, as tables and charts. */
@NullMarked
package io.lockkeeper.bench.report;

import org.jspecify.annotations.NullMarked;
