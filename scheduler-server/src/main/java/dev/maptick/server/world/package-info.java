/**
 * The demo's world: houses and dungeons in which residents walk, visitors come and go, fires burn and poison spreads.
 *
 * <pre>
 *   World ── opens ──► HouseMap, DungeonMap  (GameMap; each on its own tick, no locks)
 *     │                     │
 *     │                     ├──► Crowd ──► Walker, Routes (A*), Sight      who walks where, and who sees whom
 *     │                     ├──► Guests ─► VisitorScript                   who comes and goes, and when
 *     │                     ├──► EffectClock ─► Hearth, PoisonCloud ─► SpreadField     on multiples of 250 ms
 *     │                     └──► ChangeLog                                 what clients have to be told
 *     │                             │ each replication
 *     ├──► VisitorDirectory ◄───────┼── Guests take and give back          shared by all maps, locked
 *     └──► ReplicationSink  ◄───────┘                                      shared by all maps, lock-free
 *
 *   WorldPlans ──► FloorPlan, Places      read once, never changed, shared by every map drawn on the same plan
 * </pre>
 *
 * A map draws its visitors from the directory itself, on its own tick and by its own seeded script, and gives them back on
 * its own tick or, for those still inside, in {@code onClose}. So a visitor is in one place at a time, and visitors in
 * equal visitors out once every map has closed.
 *
 * <p>A map's random numbers come from the world's seed and the map's number alone, so one map stepped in virtual time does
 * the same thing every time. All times inside are counted in periods of the map's grid, skipped ones included.
 */
@NullMarked
package dev.maptick.server.world;

import org.jspecify.annotations.NullMarked;
