/** What idempotency costs a request, beside the bare handler, Spring Integration and Apache Camel, on the same servers. */
@NullMarked
package io.lockkeeper.bench.idempotency;

import org.jspecify.annotations.NullMarked;
