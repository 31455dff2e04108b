package dev.maptick.maps;

import dev.maptick.core.TickScheduler;
import dev.maptick.maps.tasks.BackgroundPool;

/** What all maps of a host share. */
record HostParts(TickScheduler scheduler, BackgroundPool tasks) {}
