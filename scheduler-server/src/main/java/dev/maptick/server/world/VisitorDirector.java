package dev.maptick.server.world;

import dev.maptick.core.Tick;
import dev.maptick.core.TickState;
import dev.maptick.core.TickTask;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MapHandle;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Sends visitors to the maps, from outside of them: a task of its own on the scheduler that posts each visitor to a house or
 * a dungeon drawn by lot. A map that refuses the post costs nothing but a try elsewhere; a visitor whom none of a few maps
 * takes goes to the end of the line and comes later.
 *
 * <p>Nobody is lost: a visitor is in line, on the way in an accepted post, or in a map. A map that leaves before its first
 * tick drops what was posted to it, so each trip is kept until the visitor has arrived; if the map has left by then, the
 * visitor is taken back. No code of that map runs any more, so nobody else moves the visitor.
 *
 * <pre>
 *   VisitorDirectory ──setOut──► VisitorDirector ──post──► map's mailbox ──its tick──► WorldMap.arrive ──► letIn, giveBack
 *          ▲                          │ refused three times                                 │ full
 *          └────────── turnBack ──────┴─────────────────────────────────────────────────────┘
 * </pre>
 */
final class VisitorDirector implements TickTask {
    static final Duration PERIOD = Duration.ofMillis(50);

    /** Visits to each map in 1,000 seconds, on average. */
    private static final int HOUSE_VISITS = 24;

    private static final int DUNGEON_VISITS = 500;

    /** One visitor in the unit of visits in 1,000 seconds times milliseconds. */
    private static final long ONE = 1_000_000;

    private static final int TRIES = 3;
    private static final long MOST_MILLIS = 1_000;

    /** The most posts in one tick. */
    private static final int MOST_POSTS = 1_000;

    private final VisitorDirectory directory;
    private final List<Plot> houses;
    private final List<Plot> dungeons;
    private final WorldCounts counts;
    private final SplittableRandom random;
    private final long visits;

    /** Accepted posts whose visitors had not arrived when last looked at: a tick's worth, as a rule. */
    private final Deque<Trip> trips = new ArrayDeque<>();

    private long owed;

    /** A visitor in an accepted post. */
    private record Trip(Visitor visitor, long number, MapHandle to) {}

    /** One over maps that are open; half of all visitors set out at once. */
    VisitorDirector(VisitorDirectory directory, List<Plot> houses, List<Plot> dungeons, WorldCounts counts, long seed) {
        this.directory = directory;
        this.houses = houses;
        this.dungeons = dungeons;
        this.counts = counts;
        random = new SplittableRandom(seed);
        visits = (long) HOUSE_VISITS * houses.size() + (long) DUNGEON_VISITS * dungeons.size();
        owed = directory.population() / 2 * ONE;
    }

    @Override
    public void tick(Tick tick) {
        lookAfterTrips();
        owed += visits * Math.min(MOST_MILLIS, tick.periodsElapsed() * PERIOD.toMillis());
        for (int posts = 0; owed >= ONE && posts < MOST_POSTS; posts++) {
            Visitor visitor = directory.setOut();
            if (visitor == null) {
                // Everybody is somewhere; who comes back later does not all set out at once.
                owed = 0;
                return;
            }
            owed -= ONE;
            send(visitor);
        }
    }

    /** Takes back whoever is on the way to a map that has left; in the director's tick, or when it ticks no more. */
    void lookAfterTrips() {
        for (int i = trips.size(); i > 0; i--) {
            Trip trip = trips.remove();
            // Read before the visitor's place: from here on the map moves nobody.
            boolean left = trip.to().state() == TickState.STOPPED;
            if (directory.isOnTrip(trip.visitor(), trip.number())) {
                if (left) {
                    directory.turnBack(trip.visitor());
                } else {
                    trips.add(trip);
                }
            }
        }
    }

    private void send(Visitor visitor) {
        long number = directory.tripOf(visitor);
        for (int i = 0; i < TRIES; i++) {
            Plot plot = anyPlot();
            if (post(plot.handle(), plot.map(), visitor).isAccepted()) {
                trips.add(new Trip(visitor, number, plot.handle()));
                return;
            }
        }
        directory.turnBack(visitor);
    }

    private Admission post(MapHandle handle, WorldMap map, Visitor visitor) {
        Admission answer = handle.post(() -> map.arrive(visitor));
        counts.posted(answer.isAccepted());
        return answer;
    }

    private Plot anyPlot() {
        List<Plot> kind = random.nextLong(visits) < (long) HOUSE_VISITS * houses.size() ? houses : dungeons;
        return kind.get(random.nextInt(kind.size()));
    }
}
