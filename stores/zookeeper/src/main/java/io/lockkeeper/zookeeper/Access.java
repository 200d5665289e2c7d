package io.lockkeeper.zookeeper;

import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;

/**
 * Who a store is, and who may do what with the nodes that it makes. Its text shows neither.
 *
 * @param login {@code user:password} for the digest scheme
 * @param given the access list of the nodes; empty for all rights to whoever logs in as the store does, or to everyone if it does not log in
 */
public record Access(Optional<String> login, Optional<List<ACL>> given) {

    /** Checks that somebody may do something. */
    public Access {
        given = given.map(List::copyOf);
        if (given.isPresent() && given.get().isEmpty()) {
            throw new IllegalArgumentException("An access list names somebody; this one is empty.");
        }
    }

    /** The access list of the nodes that the store makes. */
    List<ACL> acl() {
        return given.orElse(login.isPresent() ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }

    /** Whether everyone may do everything, though nobody said so. */
    boolean isOpenByDefault() {
        return login.isEmpty() && given.isEmpty();
    }

    @Override
    public String toString() {
        return login.isPresent() ? "with a login" : "without a login";
    }
}
