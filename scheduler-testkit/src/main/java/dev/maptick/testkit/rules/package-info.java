/**
 * Rules for game code that runs in maps: what would break "one thread at a time, never waiting" is found in a test.
 *
 * <pre>
 *   user's test ──► MapThreadRules ──► BanRule ──► Ban (target, what to use instead)
 *                                        │          ▲
 *                                        ▼          │ picked by
 *                                     ArchUnit    Targets
 * </pre>
 *
 * Needs ArchUnit ({@code com.tngtech.archunit:archunit}), which the test kit does not bring along.
 */
@NullMarked
package dev.maptick.testkit.rules;

import org.jspecify.annotations.NullMarked;
