package io.lockkeeper.etcd;

import io.lockkeeper.sessions.Listeners;

/**
 * How a store learns what happens to places, and whom it tells.
 *
 * @param watches what is watched on the server
 * @param patrol has what is held for longer watched
 * @param listeners who is told
 */
record Notifications(Watches watches, Patrol patrol, Listeners listeners) {}
