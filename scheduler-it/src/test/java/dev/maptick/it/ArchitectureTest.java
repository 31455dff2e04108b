package dev.maptick.it;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchConditions.haveSimpleNameContaining;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/**
 * The arrows between the modules, and who may know which library. A build file can say the first, but not that a module
 * keeps a library to itself.
 */
@AnalyzeClasses(packages = "dev.maptick", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String CORE = "dev.maptick.core..";
    private static final String MAPS = "dev.maptick.maps..";
    private static final String METRICS = "dev.maptick.metrics..";
    private static final String TESTKIT = "dev.maptick.testkit..";
    private static final String SERVER = "dev.maptick.server..";

    @ArchTest
    static final ArchRule ARROWS = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("core")
            .definedBy(CORE)
            .layer("maps")
            .definedBy(MAPS)
            .layer("metrics")
            .definedBy(METRICS)
            .layer("testkit")
            .definedBy(TESTKIT)
            .layer("server")
            .definedBy(SERVER)
            .whereLayer("core")
            .mayNotAccessAnyLayer()
            .whereLayer("maps")
            .mayOnlyAccessLayers("core")
            .whereLayer("metrics")
            .mayOnlyAccessLayers("maps", "core")
            .whereLayer("testkit")
            .mayOnlyAccessLayers("maps", "core")
            .whereLayer("server")
            .mayOnlyAccessLayers("metrics", "maps", "core");

    @ArchTest
    static final ArchRule MODULES_HAVE_NO_CIRCLE =
            slices().matching("dev.maptick.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_METRICS_KNOWS_HISTOGRAMS = noClasses()
            .that()
            .resideOutsideOfPackage(METRICS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.HdrHistogram..");

    /** The server makes the registry that is scraped and hands it to the metrics module; it counts nothing itself. */
    @ArchTest
    static final ArchRule ONLY_METRICS_KNOWS_MICROMETER = noClasses()
            .that()
            .resideOutsideOfPackages(METRICS, SERVER)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.micrometer..");

    @ArchTest
    static final ArchRule THE_SERVER_ONLY_SCRAPES = noClasses()
            .that()
            .resideInAPackage(SERVER)
            .should()
            .dependOnClassesThat(resideInAPackage("io.micrometer..")
                    .and(resideOutsideOfPackage("io.micrometer.prometheusmetrics..")));

    @ArchTest
    static final ArchRule ONLY_THE_SERVER_KNOWS_FILES_AND_PORTS = noClasses()
            .that()
            .resideOutsideOfPackage(SERVER)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "picocli..",
                    "com.fasterxml.jackson..",
                    "io.javalin..",
                    "com.typesafe..",
                    "org.eclipse.jetty..",
                    "java.net.http..",
                    "com.sun.net.httpserver..");

    @ArchTest
    static final ArchRule CORE_AND_MAPS_NEED_NO_OPENED_JDK = noClasses()
            .that()
            .resideInAnyPackage(CORE, MAPS)
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "org.agrona.concurrent.ringbuffer..",
                            "org.agrona.concurrent.status..",
                            "org.agrona.concurrent.broadcast..",
                            "sun..",
                            "jdk.internal..")
                    .or(nameMatching("org\\.agrona\\.concurrent\\.UnsafeBuffer")));

    @ArchTest
    static final ArchRule CORE_IS_SMALL = classes()
            .that()
            .resideInAPackage(CORE)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    CORE, "java..", "org.slf4j..", "org.jspecify..", "org.agrona..", "org.jctools.."));

    @ArchTest
    static final ArchRule CORE_NEVER_SAYS_MAP =
            classes().that().resideInAPackage(CORE).should(not(haveSimpleNameContaining("Map")));

    @ArchTest
    static final ArchRule TESTS_STAY_OUT_OF_PRODUCTS = noClasses()
            .that()
            .resideInAnyPackage(CORE, MAPS, METRICS, SERVER)
            .should()
            .dependOnClassesThat(resideInAPackage(TESTKIT));

    @Test
    void everyModuleIsLookedAt() {
        JavaClasses all = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.maptick");

        for (String module : new String[] {CORE, MAPS, METRICS, TESTKIT, SERVER}) {
            assertThat(all.stream().filter(c -> resideInAPackage(module).test(c)))
                    .as(module)
                    .isNotEmpty();
        }
    }
}
