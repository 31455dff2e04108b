package dev.maptick.testkit.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each bad sample breaks the rule it is named after, and only that one; good code breaks none. */
class MapThreadRulesTest {

    private static final Map<String, ArchRule> RULES = rules();

    /** All samples at once: an import follows what they use through the JDK's own classes, which takes a second or more. */
    private static final JavaClasses SAMPLES = new ClassFileImporter()
            .importClasses(
                    Stream.concat(badSamples(), Stream.of(GoodGameCode.class)).collect(Collectors.toList()));

    @ParameterizedTest
    @MethodSource("badSamples")
    void eachBadSampleBreaksItsRuleAndNoOther(Class<?> sample) {
        String broken = sample.getSimpleName().replaceFirst("_.*", "");
        JavaClasses classes = SAMPLES.that(JavaClass.Predicates.equivalentTo(sample));

        assertThat(RULES).containsKey(broken);
        RULES.forEach((name, rule) -> assertThat(rule.evaluate(classes).hasViolation())
                .as("%s broken", name)
                .isEqualTo(name.equals(broken)));
        assertThat(MapThreadRules.all().evaluate(classes).hasViolation()).isEqualTo(!broken.equals("BlockingIo"));
    }

    static Stream<Class<?>> badSamples() {
        return Arrays.stream(BadGameCode.class.getDeclaredClasses());
    }

    @Test
    void everyRuleHasABadSample() {
        assertThat(badSamples().map(sample -> sample.getSimpleName().replaceFirst("_.*", "")))
                .containsAll(RULES.keySet());
    }

    @Test
    void goodCodeBreaksNoRule() {
        JavaClasses good = SAMPLES.that(JavaClass.Predicates.equivalentTo(GoodGameCode.class));

        assertThatNoException().isThrownBy(() -> MapThreadRules.check(good));
        assertThatNoException().isThrownBy(() -> MapThreadRules.noBlockingIo().check(good));
    }

    @Test
    void aViolationNamesTheCallTheLineAndWhatToUseInstead() {
        JavaClasses bad = SAMPLES.that(JavaClass.Predicates.equivalentTo(BadGameCode.Sleeping_Sleep.class)
                .or(JavaClass.Predicates.equivalentTo(BadGameCode.Locks_SynchronizedMethod.class)));

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> MapThreadRules.check(bad))
                .withMessageContaining("code that runs in maps should leave threads, locks and waiting to its map")
                .withMessageContaining(
                        "Sleeping_Sleep.tick()> calls method <java.lang.Thread.sleep(long)> in" + " (BadGameCode.java:")
                .withMessageContaining("; instead: a timer of the map, or ctx.delay(...), which resumes on the map")
                .withMessageContaining("Locks_SynchronizedMethod.tick()> is synchronized in (BadGameCode.java:")
                .withMessageContaining("; instead: plain fields: a map's code runs on one thread at a time");
    }

    @Test
    void aMistypedPackageDoesNotPass() {
        JavaClasses none = new ClassFileImporter().importPackages("no.such.game");

        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> MapThreadRules.check(none));
    }

    private static Map<String, ArchRule> rules() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("Threads", MapThreadRules.noThreads());
        rules.put("Executors", MapThreadRules.noExecutors());
        rules.put("Timers", MapThreadRules.noTimers());
        rules.put("ParallelStreams", MapThreadRules.noParallelStreams());
        rules.put("Locks", MapThreadRules.noLocks());
        rules.put("Sleeping", MapThreadRules.noSleeping());
        rules.put("BlockingWaits", MapThreadRules.noBlockingWaits());
        rules.put("BlockingIo", MapThreadRules.noBlockingIo());
        return rules;
    }
}
