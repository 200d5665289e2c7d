package io.lockkeeper.spring.boot;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.StoreAddress;

/**
 * A resource of the application that keeps the locks of a store.
 *
 * @param kind what uses it
 * @param bean the resource
 * @param address its parameters are those of the store
 */
record ChosenResource(SharedResource kind, Object bean, StoreAddress address) {

    LockClient open(ClientOptions options) {
        return kind.open(bean, address, options);
    }
}
