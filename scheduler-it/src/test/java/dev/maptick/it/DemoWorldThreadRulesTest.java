package dev.maptick.it;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.maptick.testkit.rules.MapThreadRules;
import org.junit.jupiter.api.Test;

/** The demo's own game code keeps the rules that the test kit gives to users. */
class DemoWorldThreadRulesTest {

    /** The one place where all houses meet; its lock is held for a few steps and never while other code runs. */
    private static final String SHARED_BY_ALL_MAPS = "VisitorDirectory";

    private static final JavaClasses WORLD = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.maptick.server.world");

    @Test
    void leavesThreadsLocksAndWaitingToItsMaps() {
        assertThat(WORLD).hasSizeGreaterThan(20);

        MapThreadRules.check(WORLD.that(not(simpleName(SHARED_BY_ALL_MAPS))));
    }

    @Test
    void whatAllMapsShareHasALockAndNothingElse() {
        JavaClasses shared = WORLD.that(simpleName(SHARED_BY_ALL_MAPS));

        assertThat(MapThreadRules.noLocks().evaluate(shared).hasViolation()).isTrue();
        MapThreadRules.noThreads().check(shared);
        MapThreadRules.noExecutors().check(shared);
        MapThreadRules.noTimers().check(shared);
        MapThreadRules.noSleeping().check(shared);
        MapThreadRules.noBlockingWaits().check(shared);
    }
}
