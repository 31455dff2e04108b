package dev.maptick.server.world;

import java.util.SplittableRandom;

/**
 * How a dungeon lives: monsters patrol from end to end and hunt visitors they see; visitors look for the monsters' places
 * and go home when their time is up. Used inside the map's tick.
 */
final class DungeonMind implements Mind {
    private static final int HUNT_TILES = 40;
    private static final int LEAST_PAUSE_MILLIS = 50;
    private static final int MOST_PAUSE_MILLIS = 400;

    private final Places places;
    private final Crowd crowd;
    private final Watch watch;
    private final Routes routes;
    private final Chase chase;
    private final Guests guests;
    private final SplittableRandom random;

    /** Where each monster patrols to; the way there is planned anew as the monster goes. */
    private final int[] patrolGoal;

    DungeonMind(Places places, Crowd crowd, Watch watch, Routes routes, Guests guests, SplittableRandom random) {
        this.places = places;
        this.crowd = crowd;
        this.watch = watch;
        this.routes = routes;
        this.guests = guests;
        this.random = random;
        chase = new Chase(routes);
        patrolGoal = new int[crowd.size()];
    }

    @Override
    public void decide(Walker walker) {
        if (!crowd.isVisitor(walker)) {
            if (!hunt(walker)) {
                patrol(walker);
            }
        } else if (guests.wantsToLeave(walker)) {
            if (!routes.plan(walker, places.anySpawn(random)) || !walker.hasPath()) {
                guests.leave(walker);
            }
        } else {
            explore(walker);
        }
    }

    @Override
    public void entered(Walker walker) {
        if (crowd.isVisitor(walker)) {
            if (!walker.hasPath()) {
                arrived(walker);
            }
        } else {
            prowl(walker);
        }
    }

    /** A monster looks about after each tile: it hunts on, begins to hunt, or finds its patrol's way anew. */
    private void prowl(Walker monster) {
        Walker prey = monster.following();
        if (prey != null) {
            if (!chase.goOn(monster, prey)) {
                pause(monster);
            }
        } else if (monster.hasPath()) {
            if (!hunt(monster)) {
                routes.plan(monster, patrolGoal[monster.slot]);
            }
        } else {
            pause(monster);
        }
    }

    private boolean hunt(Walker monster) {
        Walker prey = watch.nearestSeen(monster);
        return prey != null && chase.begin(monster, prey, HUNT_TILES);
    }

    private void patrol(Walker monster) {
        int goal = places.anyTileFrom(places.tile(monster.x(), monster.y()), random);
        patrolGoal[monster.slot] = goal;
        if (!routes.plan(monster, goal) || !monster.hasPath()) {
            pause(monster);
        }
    }

    private void explore(Walker visitor) {
        int goal = places.residentCount() == 0
                ? places.anyTile(random)
                : places.resident(random.nextInt(places.residentCount()));
        if (!routes.plan(visitor, goal) || !visitor.hasPath()) {
            pause(visitor);
        }
    }

    private void arrived(Walker visitor) {
        if (guests.wantsToLeave(visitor)) {
            guests.leave(visitor);
        } else {
            pause(visitor);
        }
    }

    private void pause(Walker walker) {
        walker.pause(random.nextInt(LEAST_PAUSE_MILLIS, MOST_PAUSE_MILLIS));
    }
}
