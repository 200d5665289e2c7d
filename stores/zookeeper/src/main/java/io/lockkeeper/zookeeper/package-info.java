/**
 * A store that keeps its locks in ZooKeeper: a line of ephemeral, numbered nodes for each lock, in which every claim
 * watches only the one before it.
 *
 * <pre>
 * /lk1                         the root, below the path in the URL if there is one; 1 is the format's version
 * /lk1/orders%3A42             a lock: a container node, which ZooKeeper removes about a minute after its last claim
 * /lk1/orders%3A42/C:7.1-of-1#0000000003   claim 7 of client C on 1 permit of 1, fourth in this line: ephemeral, so gone with C's session
 * /lk1/orders%3A42/C:7.1-of-1#0000000003.recalled   somebody asks the holder to release the lock: ephemeral, gone with whoever asks
 * </pre>
 *
 * <p>The lowest number holds. The name of a node begins with its claim's id, by which a claim whose answer was lost finds it
 * again; its data begin with the version of their format, and say who claims, for people to read. Nobody writes to a node after that.
 * Whatever else stands there and was numbered by ZooKeeper may be the claim of a later release: it counts as one, and is never passed over.
 *
 * <p>The life of a claim ({@link io.lockkeeper.zookeeper.Place}):
 *
 * <pre>
 *   claim ──▶ JOINING ──first──▶ HOLDING ──release──▶ LEAVING ──▶ (gone)
 *                │  │               ▲                    ▲
 *     no answer  │  └──not first──▶ WAITING ──withdraw───┤
 *                ▼                                       │
 *             UNSURE ──claim again: sync, look for it────┘ (or withdraw: sync, look for it, delete it)
 * </pre>
 *
 * <p>All nodes of a store hang on one session ({@link io.lockkeeper.zookeeper.Session}), which is the store's own or that of a framework of the
 * program's ({@link io.lockkeeper.zookeeper.SessionSource}). When it ends, or may have ({@link io.lockkeeper.zookeeper.SessionLife}),
 * every place ends with it: holders are notified, waiters claim again on the next session, and no place is carried over to it.
 *
 * <p>May import the API's values, {@code io.lockkeeper.store}, ZooKeeper and Curator; never {@code io.lockkeeper.engine}.
 */
@NullMarked
package io.lockkeeper.zookeeper;

import org.jspecify.annotations.NullMarked;
