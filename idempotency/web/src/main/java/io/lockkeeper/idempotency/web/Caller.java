package io.lockkeeper.idempotency.web;

import java.util.Optional;

/**
 * Who makes a request. Keys of different callers never meet.
 *
 * @param tenant the tenant; empty, if the application has none
 * @param name as authenticated, and the same for all repeats: a name, not a credential that is renewed. Empty, if nobody is
 *     authenticated; all of these share their keys
 */
public record Caller(Optional<String> tenant, Optional<String> name) {

    /** Nobody is authenticated, and there are no tenants. */
    public static final Caller ANONYMOUS = new Caller(Optional.empty(), Optional.empty());

    /** Returns a caller without a tenant. */
    public static Caller named(String name) {
        return new Caller(Optional.empty(), Optional.of(name));
    }
}
