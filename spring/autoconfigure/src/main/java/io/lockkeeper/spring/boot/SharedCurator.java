package io.lockkeeper.spring.boot;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.zookeeper.ZooKeeperStore;
import java.util.List;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.springframework.core.annotation.Order;

/** Locks in the ensemble of the application's Curator framework. */
@Order(1)
final class SharedCurator implements SharedResource {

    @Override
    public String title() {
        return "CuratorFramework";
    }

    @Override
    public Class<?> type() {
        return CuratorFramework.class;
    }

    @Override
    public String scheme() {
        return "zk";
    }

    @Override
    public LockClient open(Object resource, StoreAddress address, ClientOptions options) {
        address.refuseUnknownParameters(Set.of("path", "acl"));
        CuratorFramework framework = (CuratorFramework) resource;
        if (framework.getState() != CuratorFrameworkState.STARTED) {
            throw new IllegalArgumentException(
                    "The CuratorFramework is not started. Start it where its bean is created,"
                            + " for example with @Bean(initMethod = \"start\").");
        }
        String path = address.parameter("path").orElse("");
        return ZooKeeperStore.client(
                framework, path, acl(address.parameter("acl").orElse("")), options);
    }

    private static List<ACL> acl(String text) {
        return switch (text) {
            case "", "open" -> ZooDefs.Ids.OPEN_ACL_UNSAFE;
            case "creator" -> ZooDefs.Ids.CREATOR_ALL_ACL;
            default -> throw new IllegalArgumentException("'acl' is open or creator");
        };
    }
}
