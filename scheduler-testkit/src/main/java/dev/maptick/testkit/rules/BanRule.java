package dev.maptick.testkit.rules;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/** Conditions that report each banned call or method reference with what to use instead. */
final class BanRule {

    private BanRule() {}

    static ArchCondition<JavaClass> keep(String description, List<Ban> bans) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                // Not only calls: a method reference such as Future::get blocks as well.
                for (JavaAccess<?> access : item.getAccessesFromSelf()) {
                    if (access.getTarget() instanceof CodeUnitAccessTarget target) {
                        report(access, target, bans, events);
                    }
                }
            }
        };
    }

    static ArchCondition<JavaClass> haveNoSynchronizedMethods(String instead) {
        return new ArchCondition<>("have no synchronized methods") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                for (JavaMethod method : item.getMethods()) {
                    if (method.getModifiers().contains(JavaModifier.SYNCHRONIZED)) {
                        String what = method.getDescription() + " is synchronized in " + method.getSourceCodeLocation();
                        events.add(SimpleConditionEvent.violated(method, message(what, instead)));
                    }
                }
            }
        };
    }

    private static void report(
            JavaAccess<?> access, CodeUnitAccessTarget target, List<Ban> bans, ConditionEvents events) {
        for (Ban ban : bans) {
            if (ban.target().test(target)) {
                events.add(SimpleConditionEvent.violated(access, message(access.getDescription(), ban.instead())));
                return;
            }
        }
    }

    private static String message(String what, String instead) {
        return what + "; instead: " + instead;
    }
}
