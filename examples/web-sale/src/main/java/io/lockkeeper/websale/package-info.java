/**
 * The flash sale as a web service: two order services on ports of their own, buyers who order from both, and a page that
 * shows stock, orders, holder and waiters live. Starts the services of {@code io.lockkeeper.websale.shop}.
 */
@NullMarked
package io.lockkeeper.websale;

import org.jspecify.annotations.NullMarked;
