/** One order service of the web sale: a Spring Boot application that sells under a lock. Knows nothing of the page. */
@NullMarked
package io.lockkeeper.websale.shop;

import org.jspecify.annotations.NullMarked;
