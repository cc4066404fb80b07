package dev.sluice.control;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.persistence.Entity;
import org.springframework.data.repository.Repository;
import org.springframework.web.bind.annotation.RestController;

@AnalyzeClasses(packages = "dev.sluice.control", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule FEATURES_HAVE_NO_CYCLES =
            slices().matching("dev.sluice.control.(*)..")
                    .should()
                    .beFreeOfCycles()
                    .because("a feature that needs another is above it, never beside it");

    @ArchTest
    static final ArchRule ENTITIES_STAY_INSIDE =
            classes()
                    .that()
                    .areAnnotatedWith(Entity.class)
                    .or()
                    .areAssignableTo(Repository.class)
                    .should()
                    .bePackagePrivate()
                    .because("other features get records, not rows");

    @ArchTest
    static final ArchRule ENDPOINTS_STAY_INSIDE =
            classes()
                    .that()
                    .areAnnotatedWith(RestController.class)
                    .should()
                    .bePackagePrivate()
                    .because("the console calls services, which hold the guards");

    @ArchTest
    static final ArchRule STORED_STATE_KNOWS_NO_USE_CASE =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "dev.sluice.control.catalogue..",
                            "dev.sluice.control.rules..",
                            "dev.sluice.control.secrets..",
                            "dev.sluice.control.access..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.sluice.control.changes..",
                            "dev.sluice.control.files..",
                            "dev.sluice.control.drafts..",
                            "dev.sluice.control.tenants..",
                            "dev.sluice.control.history..",
                            "dev.sluice.control.snapshot..")
                    .because("plan, draft, key and rollback stand on the same documents");
}
