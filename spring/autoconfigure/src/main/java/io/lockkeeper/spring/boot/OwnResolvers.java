package io.lockkeeper.spring.boot;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.SocketAddressResolver;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out whether an application has its Lettuce clients find servers in a way of its own: by that the locks must find theirs, too. */
final class OwnResolvers {

    /** Those of Lettuce, which has no common name for them: by Java's lookup, or by that of the connection. */
    private static final String OF_LETTUCE = "io.lettuce.core.resource.DnsResolvers";

    private OwnResolvers() {}

    /** The resources, if a resolver of addresses in them is not Lettuce's own. */
    static Optional<ClientResources> in(@Nullable ClientResources resources) {
        return Optional.ofNullable(resources)
                .filter(given -> given.addressResolverGroup() != DefaultClientResources.DEFAULT_ADDRESS_RESOLVER_GROUP
                        || !isOfLettuce(given.socketAddressResolver()));
    }

    private static boolean isOfLettuce(SocketAddressResolver resolver) {
        Object names = Peek.at(resolver, SocketAddressResolver.class, "dnsResolver");
        return resolver.getClass() == SocketAddressResolver.class
                && names != null
                && names.getClass().getName().startsWith(OF_LETTUCE);
    }
}
