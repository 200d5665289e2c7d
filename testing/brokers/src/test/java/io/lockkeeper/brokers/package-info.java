@NullMarked
package io.lockkeeper.brokers;

import org.jspecify.annotations.NullMarked;
