package dev.sluice.admin;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.sluice.admin", importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyRulesTest {
    @ArchTest
    static final ArchRule viewsAskServicesAndNoStore =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "org.springframework.jdbc..",
                            "org.springframework.data..",
                            "jakarta.persistence..",
                            "org.apache.kafka..",
                            "io.lettuce..")
                    .because("guards stand on the services, and the books have one reader");

    @ArchTest
    static final ArchRule partsKnowNoService =
            noClasses()
                    .that()
                    .resideInAnyPackage("dev.sluice.admin.components..", "dev.sluice.admin.forms..")
                    .should()
                    .dependOnClassesThat(
                            com.tngtech.archunit.base.DescribedPredicate.describe(
                                    "are services of the control plane",
                                    type ->
                                            type.isAnnotatedWith(
                                                    org.springframework.stereotype.Service.class)))
                    .because("a part takes and gives records, so that any view can use it");

    @ArchTest
    static final ArchRule viewsDoNotCallTheRestApi =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "java.net.http..",
                            "org.springframework.web.client..",
                            "org.springframework.web.bind..")
                    .because("console and REST are two doors to the same services");

    @ArchTest
    static final ArchRule viewsDoNotKnowEachOther =
            com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices()
                    .matching("dev.sluice.admin.(*)..")
                    .should()
                    .notDependOnEachOther()
                    .ignoreDependency(
                            com.tngtech.archunit.base.DescribedPredicate.alwaysTrue(),
                            com.tngtech.archunit.core.domain.JavaClass.Predicates
                                    .resideInAnyPackage(
                                            "dev.sluice.admin.components..",
                                            "dev.sluice.admin.documents..",
                                            "dev.sluice.admin.forms.."))
                    .ignoreDependency(
                            com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName(
                                    "ConsoleApplication"),
                            com.tngtech.archunit.base.DescribedPredicate.alwaysTrue());
}
