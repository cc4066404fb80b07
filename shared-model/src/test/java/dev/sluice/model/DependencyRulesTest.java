package dev.sluice.model;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.sluice.model", importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyRulesTest {
    @ArchTest
    static final ArchRule isPlainJava =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "org.springframework..", "io.vertx..", "io.netty..", "jakarta..");

    @ArchTest
    static final ArchRule jacksonIsUsedOnlyWhereJsonIsRead =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("dev.sluice.model.json..", "dev.sluice.model.file..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("tools.jackson..");

    @ArchTest
    static final ArchRule tinkIsUsedOnlyForSecrets =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.sluice.model.secret..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("com.google.crypto..");

    @ArchTest
    static final ArchRule moneyKnowsNoFloatingPoint =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "dev.sluice.model.money..",
                            "dev.sluice.model.price..",
                            "dev.sluice.model.quota..")
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("java.lang.Double")
                    .because("a cost in binary floating point is wrong somewhere after the comma");
}
