package dev.sluice.embedded;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
        packages = "dev.sluice.embedded",
        importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyRulesTest {
    @ArchTest
    static final ArchRule standsOnItsOwn =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.sluice.model..",
                            "dev.sluice.control..",
                            "dev.sluice.dataplane..",
                            "dev.sluice.cli..");

    @ArchTest
    static final ArchRule theBrokerIsOnlyInItsOwnProcess =
            noClasses()
                    .that()
                    .doNotHaveSimpleName("KafkaServerMain")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "kafka..",
                            "org.apache.kafka.server..",
                            "org.apache.kafka.metadata..",
                            "scala..")
                    .because("users of this module do not have the broker on their class path");

    @ArchTest
    static final ArchRule productionKnowsNothingOfTests =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.sluice.embedded.testing..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("dev.sluice.embedded.testing..");
}
