/** What locks by annotation cost in Spring: a call, beside a lock by hand and other libraries; and an application's start. */
@NullMarked
package io.lockkeeper.bench.spring;

import org.jspecify.annotations.NullMarked;
