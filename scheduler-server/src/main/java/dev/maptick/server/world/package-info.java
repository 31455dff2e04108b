/**
 * The demo's world: houses and dungeons in which residents think and walk, visitors come and go, fires burn, poison spreads
 * and prices are asked for.
 *
 * <pre>
 *   World ── makes ──► Plot ── opens ──► HouseMap, DungeonMap : WorldMap   (each on its own tick, no locks)
 *     │                                     │
 *     │                                     ├──► Crowd ──► Walker, Routes (A*), Sight    who walks where, and who sees whom
 *     │                                     ├──► Thinking ─► timers near visitors        who decides, and when
 *     │                                     ├──► Hearth, PoisonCloud ─► SpreadField      a timer every 250 ms
 *     │                                     ├──► Prices ─► background tasks ─► Market    blocks elsewhere
 *     │                                     ├──► MapState                                what is saved and reloaded
 *     │                                     ├──► ChangeLog ─► ReplicationSink            what clients have to be told
 *     │                                     └──► Guests                                  who is inside
 *     │                                            ▲      │
 *     ├──► VisitorDirector ── posts visitors ──────┘      │ let in, given back, turned back
 *     │        ▲ sets out                                 ▼
 *     └──► VisitorDirectory ◄─────────────────────────────┘                  shared by all maps, locked
 *
 *   WorldPlans ──► FloorPlan, Places      read once, never changed, shared by every map drawn on the same plan
 * </pre>
 *
 * Visitors come from outside of the maps: a task of its own posts them, and a map gives them back on its tick or, for those
 * still inside, in {@code onClose}. So a visitor is in one place at a time, and visitors in equal visitors out once every map
 * has closed. A house with nobody inside has no timers and falls asleep; the next post wakes it.
 *
 * <p>A map's random numbers come from the world's seed and the map's number alone, so a world stepped in virtual time does
 * the same thing every time. People's times inside are counted in periods of the map's grid, skipped ones included.
 */
@NullMarked
package dev.maptick.server.world;

import org.jspecify.annotations.NullMarked;
