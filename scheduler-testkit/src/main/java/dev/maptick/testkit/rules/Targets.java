package dev.maptick.testkit.rules;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Picks methods and constructors.
 *
 * <p>A class file names the type a call was compiled against, often a subtype of the one that declares the method, so
 * owners are compared by assignability. Types that not every JDK has, or whose module may be absent, are given by name.
 */
final class Targets {

    private static final Set<List<String>> WAITS = Set.of(List.of(), List.of("long"), List.of("long", "int"));
    private static final Set<String> NOTIFIES = Set.of("notify", "notifyAll");

    private Targets() {}

    /** Methods of a type, its subtypes' included, by name. */
    static Predicate<CodeUnitAccessTarget> methods(Class<?> owner, String... names) {
        Set<String> wanted = Set.of(names);
        return target -> wanted.contains(target.getName()) && target.getOwner().isAssignableTo(owner);
    }

    /** Every method and constructor of a type and its subtypes. */
    static Predicate<CodeUnitAccessTarget> anyOf(Class<?> owner) {
        return target -> target.getOwner().isAssignableTo(owner);
    }

    /** Every method and constructor of a type and its subtypes, by the type's name. */
    static Predicate<CodeUnitAccessTarget> anyOf(String... owners) {
        return target ->
                Arrays.stream(owners).anyMatch(owner -> target.getOwner().isAssignableTo(owner));
    }

    static Predicate<CodeUnitAccessTarget> anyInPackages(String... packages) {
        return target -> {
            String found = target.getOwner().getPackageName();
            return Arrays.stream(packages).anyMatch(name -> found.equals(name) || found.startsWith(name + "."));
        };
    }

    static Predicate<CodeUnitAccessTarget> constructors(Class<?> owner) {
        return target -> target.getName().equals(JavaConstructor.CONSTRUCTOR_NAME)
                && target.getOwner().isAssignableTo(owner);
    }

    /** Methods of a type by name, only those that take a time limit: without one they do not wait. */
    static Predicate<CodeUnitAccessTarget> timed(Class<?> owner, String... names) {
        return methods(owner, names).and(target -> takes(target, TimeUnit.class));
    }

    static boolean takes(CodeUnitAccessTarget target, Class<?> parameter) {
        return target.getRawParameterTypes().stream().anyMatch(type -> type.isAssignableTo(parameter));
    }

    /** {@link Object}'s waiting methods, whichever type a compiler names as owner: they are final, so nobody has others. */
    static Predicate<CodeUnitAccessTarget> objectWait() {
        return target -> target.getName().equals("wait") && WAITS.contains(parameters(target));
    }

    /** {@link Object}'s waking methods, likewise. */
    static Predicate<CodeUnitAccessTarget> objectNotify() {
        return target ->
                NOTIFIES.contains(target.getName()) && parameters(target).isEmpty();
    }

    private static List<String> parameters(CodeUnitAccessTarget target) {
        return target.getRawParameterTypes().stream().map(JavaClass::getName).collect(Collectors.toList());
    }
}
