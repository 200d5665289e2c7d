package io.lockkeeper.redis;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Looks hosts up, each time in a new thread: a name server may take many seconds, and the threads of the connections must not
 * wait for it.
 */
final class NameLookup extends AddressResolverGroup<InetSocketAddress> {

    private final Hosts hosts;

    NameLookup(Hosts hosts) {
        this.hosts = hosts;
    }

    /** Finds the addresses of a host; may block. */
    interface Hosts {
        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new InetNameResolver(executor) {
            @Override
            protected void doResolve(String name, Promise<InetAddress> promise) {
                lookUp(promise, () -> hosts.addresses(name)[0]);
            }

            @Override
            protected void doResolveAll(String name, Promise<List<InetAddress>> promise) {
                lookUp(promise, () -> List.of(hosts.addresses(name)));
            }
        }.asAddressResolver();
    }

    private static <T> void lookUp(Promise<T> promise, Callable<T> lookup) {
        Runnable work = () -> {
            try {
                promise.trySuccess(lookup.call());
            } catch (Exception failure) {
                promise.tryFailure(failure);
            }
        };
        Thread thread = new Thread(work, "lockkeeper-redis-lookup");
        thread.setDaemon(true);
        thread.start();
    }
}
