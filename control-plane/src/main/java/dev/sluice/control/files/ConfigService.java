package dev.sluice.control.files;

import dev.sluice.control.access.KeyStore;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.catalogue.ManagedBy;
import dev.sluice.control.changes.ChangeDesk;
import dev.sluice.control.changes.PlannedChange;
import dev.sluice.control.rules.RuleFault;
import dev.sluice.control.secrets.SecretVault;
import dev.sluice.control.snapshot.Origin;
import dev.sluice.control.snapshot.Publisher;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.model.file.ConfigFile;
import dev.sluice.model.file.ConfigFileReader;
import dev.sluice.model.file.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** The config file against what is stored: plan, apply, export. */
@Service
public class ConfigService {
    /** A file of 8 MB is half a gigabyte of nodes while it is read. */
    private static final int READ_AT_ONCE = 1;

    private final Semaphore readers = new Semaphore(READ_AT_ONCE, true);
    private final DocumentStore documents;
    private final KeyStore keys;
    private final SecretVault vault;
    private final VersionStore versions;
    private final Publisher publisher;
    private final ChangeDesk desk;
    private final TransactionTemplate transaction;
    private final TransactionTemplate snapshot;

    ConfigService(
            DocumentStore documents,
            KeyStore keys,
            SecretVault vault,
            VersionStore versions,
            Publisher publisher,
            ChangeDesk desk,
            PlatformTransactionManager transactions) {
        this.documents = documents;
        this.keys = keys;
        this.vault = vault;
        this.versions = versions;
        this.publisher = publisher;
        this.desk = desk;
        transaction = new TransactionTemplate(transactions);
        snapshot = new TransactionTemplate(transactions);
        snapshot.setReadOnly(true);
    }

    /** What {@link #apply} would do; nothing is changed. */
    @PreAuthorize("hasRole('PLATFORM_ADMIN')")
    public ApplyResult plan(ApplyRequest request) {
        var file = read(request);
        return snapshot.execute(status -> {
            var plan = work(request, file);
            return new ApplyResult(lines(plan, file), versions.currentVersion(), null);
        });
    }

    /** Makes what files manage equal to the file, as one version, or changes nothing. */
    @PreAuthorize("hasRole('PLATFORM_ADMIN')")
    public ApplyResult apply(ApplyRequest request) {
        var file = read(request);
        return transaction.execute(status -> apply(request, file));
    }

    private ApplyResult apply(ApplyRequest request, ConfigFile file) {
        publisher.begin();
        var plan = work(request, file);
        var lines = lines(plan, file);
        var version =
                publisher.publish(
                        plan.changes()
                                .publication(Origin.FILE, request.comment(), file.installation()));
        documents.nameFile(request.fileOrDefault());
        return new ApplyResult(lines, version, Map.copyOf(plan.issued()));
    }

    /** Everything that is published, in the form of the file, without secrets. */
    @PreAuthorize("hasRole('PLATFORM_ADMIN')")
    @Transactional(readOnly = true)
    public String export() {
        return ConfigFileText.write(desk.installation(), documents.load());
    }

    private List<PlannedChange> lines(FilePlan plan, ConfigFile file) {
        var whole = PlannedChange.ofInstallation(desk.installation(), file.installation());
        return Stream.concat(whole, plan.lines().stream()).toList();
    }

    /** Outside of transactions: whoever waits holds no connection of the database. */
    private ConfigFile read(ApplyRequest request) {
        readers.acquireUninterruptibly();
        try {
            return readWhole(request);
        } finally {
            readers.release();
        }
    }

    private ConfigFile readWhole(ApplyRequest request) {
        var result = ConfigFileReader.read(request.textOrEmpty(), request.envOrEmpty());
        return result.file().orElseThrow(() -> new InvalidConfigException(at(faults(request))));
    }

    /** Faults of the text together with references to what is neither in it nor in the console. */
    private List<Fault> faults(ApplyRequest request) {
        var elsewhere =
                documents.load().all().stream()
                        .filter(document -> document.managedBy() == ManagedBy.CONSOLE)
                        .map(document -> document.kind().text() + " " + document.path())
                        .collect(Collectors.toSet());
        return ConfigFileReader.read(request.textOrEmpty(), request.envOrEmpty(), elsewhere)
                .faults();
    }

    private static List<FaultAt> at(List<Fault> faults) {
        return faults.stream()
                .map(it -> new FaultAt(it.line() > 0 ? it.line() : null, it.path(), it.message()))
                .toList();
    }

    private FilePlan work(ApplyRequest request, ConfigFile file) {
        var plan =
                new FilePlan(
                                documents.load(),
                                request.fileOrDefault(),
                                request.adoptOrEmpty(),
                                vault,
                                keys)
                        .work(file);
        List<RuleFault> broken = new ArrayList<>(plan.faults());
        broken.addAll(desk.faults(plan.changes(), Origin.FILE, file.installation()));
        var places = new FilePlaces(file);
        var faults = new ArrayList<>(broken.stream().map(places::at).toList());
        versions.current()
                .ifPresent(current ->
                        desk.installationFaults(current.installation(), file.installation())
                                .forEach((field, fault) ->
                                        faults.add(new FaultAt(null, field, fault))));
        if (!faults.isEmpty()) {
            throw new InvalidConfigException(faults);
        }
        return plan;
    }
}
