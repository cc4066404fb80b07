package dev.sluice.dataplane;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Arrays;

/** The arrows of the node: from the pipeline down to the bytes, and stages never sideways. */
@AnalyzeClasses(
        packages = "dev.sluice.dataplane",
        importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyRulesTest {
    private static final String ROOT = "dev.sluice.dataplane.";
    private static final String[] STAGES = {
        ROOT + "ingress..",
        ROOT + "identity..",
        ROOT + "routing..",
        ROOT + "quota..",
        ROOT + "fetch..",
        ROOT + "upstream..",
        ROOT + "relay..",
        ROOT + "metering.."
    };

    private static ArchRule stageKnowsNoOther(String stage) {
        var others =
                Arrays.stream(STAGES)
                        .filter(other -> !other.equals(ROOT + stage + ".."))
                        .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(ROOT + stage + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .because("stages are put together by the pipeline, never by each other");
    }

    @ArchTest static final ArchRule INGRESS = stageKnowsNoOther("ingress");
    @ArchTest static final ArchRule IDENTITY = stageKnowsNoOther("identity");
    @ArchTest static final ArchRule ROUTING = stageKnowsNoOther("routing");
    @ArchTest static final ArchRule QUOTA = stageKnowsNoOther("quota");
    @ArchTest static final ArchRule FETCH = stageKnowsNoOther("fetch");
    @ArchTest static final ArchRule UPSTREAM = stageKnowsNoOther("upstream");
    @ArchTest static final ArchRule RELAY = stageKnowsNoOther("relay");
    @ArchTest static final ArchRule METERING = stageKnowsNoOther("metering");

    @ArchTest
    static final ArchRule STAGES_KNOW_NOBODY_ABOVE =
            noClasses()
                    .that(resideInAnyPackage(STAGES))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            ROOT + "pipeline..",
                            ROOT + "server..",
                            ROOT + "snapshot..",
                            ROOT + "telemetry..")
                    .because("a stage is called, it does not call up");

    @ArchTest
    static final ArchRule WORDS_KNOW_NO_STAGE =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            ROOT + "json..",
                            ROOT + "form..",
                            ROOT + "config..",
                            ROOT + "call..",
                            ROOT + "stage..",
                            ROOT + "dialect..",
                            ROOT + "health..")
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(STAGES))
                    .because("what stages hand on does not know who hands it on");

    @ArchTest
    static final ArchRule JSON_KNOWS_NOTHING =
            noClasses()
                    .that()
                    .resideInAnyPackage(ROOT + "json..", ROOT + "form..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(ROOT + "call..", ROOT + "dialect..", "io.vertx..")
                    .because("bytes are read without knowing what for");

    @ArchTest
    static final ArchRule TIME_COMES_FROM_THE_CLOCK =
            noClasses()
                    .should()
                    .callMethod(Instant.class, "now")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .because("tests move an InstantSource; nobody can move the wall");

    @ArchTest
    static final ArchRule NOBODY_AWAITS_ON_A_LOOP =
            noClasses()
                    .should()
                    .callMethod(Future.class, "await")
                    .because("an event loop that waits makes every other caller wait");

    @ArchTest
    static final ArchRule LOGS_GO_THROUGH_THE_LOGGER =
            noClasses()
                    .should()
                    .accessField(System.class, "out")
                    .orShould()
                    .accessField(System.class, "err")
                    .because("logs are JSON lines, written off the event loops");

    @ArchTest
    static final ArchRule NO_SPRING =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.springframework..")
                    .because("the object graph of a node is one readable class");
}
