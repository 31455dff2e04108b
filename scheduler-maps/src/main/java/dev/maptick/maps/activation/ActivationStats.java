package dev.maptick.maps.activation;

/**
 * What activations have done so far, and what they hold. Each number is whole; all together are right whenever the map is
 * not inside a tick.
 *
 * @param entities entities added and not removed
 * @param players players that entered and did not leave
 * @param active entities that have a timer
 * @param starved entities near a player that have no timer because there was no room
 * @param thinks thinks, faulty ones included
 * @param activations how often an entity was woken
 * @param faults thinks that threw, the hook's own faults included
 * @param refused entities and players refused because there were as many as allowed
 */
public record ActivationStats(
        long entities,
        long players,
        long active,
        long starved,
        long thinks,
        long activations,
        long faults,
        long refused) {}
