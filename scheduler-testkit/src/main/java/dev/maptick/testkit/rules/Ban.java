package dev.maptick.testkit.rules;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import java.util.function.Predicate;

/**
 * Methods and constructors that code in a map may not use.
 *
 * @param target picks them
 * @param instead what to use in their place, for the message
 */
record Ban(Predicate<CodeUnitAccessTarget> target, String instead) {}
