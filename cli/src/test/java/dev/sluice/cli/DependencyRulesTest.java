package dev.sluice.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.sluice.cli", importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyRulesTest {
    @ArchTest
    static final ArchRule knowsThePlanesOnlyFromOutside =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.sluice.control..",
                            "dev.sluice.admin..",
                            "dev.sluice.dataplane..",
                            "dev.sluice.simulator..",
                            "org.springframework..",
                            "io.vertx..",
                            "org.apache.kafka..");

    @ArchTest
    static final ArchRule theStackKnowsNoCommand =
            noClasses()
                    .that()
                    .resideInAPackage("dev.sluice.cli.stack..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("dev.sluice.cli.config..", "picocli..");

    @ArchTest
    static final ArchRule writesOnlyToItsTerminal =
            noClasses()
                    .should()
                    .accessField(System.class, "out")
                    .orShould()
                    .accessField(System.class, "err")
                    .because("commands are tested in one JVM, each with its own terminal");
}
