/**
 * Loads maps drawn in the Tiled editor into floor plans.
 *
 * <pre>
 *   FloorPlanLoader ──► MapFile ──► bytes ──► JsonTree ──► Element (typed fields, refusals)
 *         │
 *         ├──► MapHeader                                    kind, size of a tile
 *         ├──► TilesetTable ──► Tileset ──► ExternalFiles ──► JsonTree or TilesetXml
 *         ├──► LayerTree ──► PlacedLayer                    groups dissolved
 *         ├──► TileLayer ──► TileBlock                      laid out; nothing inflated yet
 *         ├──► Extent                                       what the plan covers
 *         ├──► TileLayer ──► TileFormat ──► Compression     read, marks what blocks
 *         ├──► FloorAreas                                   what is connected
 *         └──► ObjectLayer ──► ObjectCentre ──► Landmarks
 * </pre>
 *
 * <p>{@link dev.maptick.server.tiled.FloorPlanLoader} reads one {@code .tmj} file (Tiled's JSON form) and yields a
 * {@link dev.maptick.server.tiled.FloorPlan}: which tiles block, and where residents, doors and spawn points are. A plan
 * never changes after loading, so thousands of running maps share one. Whatever the loader cannot use it refuses with a
 * {@link dev.maptick.server.tiled.FloorPlanException} that names file, element, reason and remedy; it never guesses,
 * because a wall that is silently lost only shows once players walk through it.
 */
@NullMarked
package dev.maptick.server.tiled;

import org.jspecify.annotations.NullMarked;
