/** Locks in etcd, spoken to through gRPC. */
module io.lockkeeper.etcd {
    requires transitive io.lockkeeper;
    requires io.lockkeeper.sessions;
    requires java.logging;
    requires static org.jspecify;
    requires io.grpc;
    requires io.grpc.netty.shaded;
    requires jetcd.grpc;
    requires com.google.protobuf;
    // What gRPC's and jetcd's classes need, and cannot say: they are automatic modules.
    requires com.google.common;
    requires io.grpc.protobuf;
    requires io.grpc.stub;

    exports io.lockkeeper.etcd;

    provides io.lockkeeper.store.StoreProvider with
            io.lockkeeper.etcd.EtcdStoreProvider;
}
