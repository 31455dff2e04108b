package dev.maptick.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** This module may use any other, none may use it; and its packages point one way. */
@AnalyzeClasses(packages = "dev.maptick", importOptions = ImportOption.DoNotIncludeTests.class)
class ArrowsTest {
    private static final String BENCH = "dev.maptick.bench..";

    @ArchTest
    static final ArchRule NOBODY_KNOWS_THE_BENCHMARK = noClasses()
            .that()
            .resideOutsideOfPackage(BENCH)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(BENCH);

    @ArchTest
    static final ArchRule ONLY_METRICS_KNOWS_HISTOGRAMS = noClasses()
            .that()
            .resideInAPackage(BENCH)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.HdrHistogram..", "io.micrometer..");

    @ArchTest
    static final ArchRule PACKAGES = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("command")
            .definedBy("dev.maptick.bench")
            .layer("plan")
            .definedBy("dev.maptick.bench.plan")
            .layer("report")
            .definedBy("dev.maptick.bench.report..")
            .layer("fork")
            .definedBy("dev.maptick.bench.fork")
            .layer("scenario")
            .definedBy("dev.maptick.bench.scenario")
            .layer("contender")
            .definedBy("dev.maptick.bench.contender")
            .layer("sim")
            .definedBy("dev.maptick.bench.sim")
            .layer("result")
            .definedBy("dev.maptick.bench.result")
            .layer("stats")
            .definedBy("dev.maptick.bench.stats")
            .whereLayer("command")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("plan")
            .mayOnlyBeAccessedByLayers("command")
            .whereLayer("fork")
            .mayOnlyAccessLayers("scenario", "contender", "result", "stats")
            .whereLayer("scenario")
            .mayOnlyAccessLayers("contender", "result")
            .whereLayer("contender")
            .mayNotAccessAnyLayer()
            .whereLayer("sim")
            .mayOnlyAccessLayers("stats")
            .whereLayer("result")
            .mayNotAccessAnyLayer()
            .whereLayer("stats")
            .mayNotAccessAnyLayer();

    @ArchTest
    static final ArchRule NO_CIRCLES =
            slices().matching("dev.maptick.bench.(*)..").should().beFreeOfCycles();
}
