package dev.maptick.server.world;

import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How those in a house spend their time: they walk about, go after someone they see (pets most of all), residents put
 * wood on a low fire and ask for prices, and visitors go home. Used inside the map's tick.
 */
final class HouseMind implements Mind {
    private static final int LEAST_PAUSE_MILLIS = 150;
    private static final int MOST_PAUSE_MILLIS = 1_200;
    private static final int FOLLOW_PERCENT = 40;
    private static final int PET_FOLLOW_PERCENT = 85;
    private static final int ASK_PERCENT = 3;
    private static final int LEAST_FOLLOW_TILES = 6;
    private static final int MOST_FOLLOW_TILES = 24;

    private final Places places;
    private final Crowd crowd;
    private final int residents;
    private final Watch watch;
    private final Routes routes;
    private final Chase chase;
    private final Guests guests;
    private final Hearth hearth;
    private final IntConsumer askForPrice;
    private final SplittableRandom random;

    /** Who is on the way to put wood on the fire. */
    private @Nullable Walker tender;

    HouseMind(
            Places places,
            Crowd crowd,
            int residents,
            Watch watch,
            Routes routes,
            Guests guests,
            Hearth hearth,
            IntConsumer askForPrice,
            SplittableRandom random) {
        this.places = places;
        this.crowd = crowd;
        this.residents = residents;
        this.watch = watch;
        this.routes = routes;
        this.guests = guests;
        this.hearth = hearth;
        this.askForPrice = askForPrice;
        this.random = random;
        chase = new Chase(routes);
    }

    @Override
    public void decide(Walker walker) {
        if (isResident(walker) && random.nextInt(100) < ASK_PERCENT) {
            askForPrice.accept(random.nextInt(Prices.GOODS));
        }
        if (crowd.isVisitor(walker) && guests.wantsToLeave(walker)) {
            goHome(walker);
        } else if (isResident(walker) && hearth.isLow() && tender == null) {
            goToFire(walker);
        } else if (random.nextInt(100) >= followPercent(walker) || !goAfterSomeone(walker)) {
            wander(walker);
        }
    }

    private boolean isResident(Walker walker) {
        return !crowd.isVisitor(walker) && !isPet(walker);
    }

    private boolean isPet(Walker walker) {
        return walker.slot >= crowd.visitorSlots() + residents;
    }

    private int followPercent(Walker walker) {
        return isPet(walker) ? PET_FOLLOW_PERCENT : FOLLOW_PERCENT;
    }

    @Override
    public void entered(Walker walker) {
        Walker target = walker.following();
        if (target != null && chase.goOn(walker, target)) {
            return;
        }
        if (!walker.hasPath()) {
            arrived(walker);
        }
    }

    private void arrived(Walker walker) {
        if (walker == tender) {
            hearth.tend();
            tender = null;
        }
        if (crowd.isVisitor(walker) && guests.wantsToLeave(walker)) {
            guests.leave(walker);
        } else {
            walker.pause(random.nextInt(LEAST_PAUSE_MILLIS, MOST_PAUSE_MILLIS));
        }
    }

    private void goHome(Walker visitor) {
        if (!routes.plan(visitor, places.anySpawn(random)) || !visitor.hasPath()) {
            guests.leave(visitor);
        }
    }

    private void goToFire(Walker walker) {
        if (!routes.plan(walker, hearth.x(), hearth.y())) {
            wander(walker);
        } else if (walker.hasPath()) {
            tender = walker;
        } else {
            hearth.tend();
        }
    }

    private boolean goAfterSomeone(Walker walker) {
        Walker other = watch.nearestSeen(walker);
        return other != null && chase.begin(walker, other, random.nextInt(LEAST_FOLLOW_TILES, MOST_FOLLOW_TILES));
    }

    private void wander(Walker walker) {
        int from = places.tile(walker.x(), walker.y());
        if (!routes.plan(walker, places.anyTileFrom(from, random)) || !walker.hasPath()) {
            walker.pause(LEAST_PAUSE_MILLIS);
        }
    }
}
