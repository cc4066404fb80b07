package dev.sluice.control.reconciliation;

import dev.sluice.control.uploads.Utf8Upload;
import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Reconciliation over REST. */
@RestController
@RequestMapping("/api/v1/reconciliations")
class ReconciliationController {
    private final ReconciliationService reconciliations;

    ReconciliationController(ReconciliationService reconciliations) {
        this.reconciliations = reconciliations;
    }

    record Reconciliations(List<Reconciliation> items) {}

    record Bills(List<BillView> items) {}

    record AlarmList(List<Alarms.Alarm> items) {}

    record ThresholdList(List<Threshold> items) {}

    record ThresholdForm(
            @Nullable String upstream, @Nullable BigDecimal percent, @Nullable Money amount) {}

    /** The body is the provider's file as it is. */
    @PostMapping("/imports")
    @ResponseStatus(HttpStatus.CREATED)
    BillView bring(
            @RequestParam String format, @RequestParam String upstream, @RequestBody byte[] file) {
        return reconciliations.bring(format, upstream, Utf8Upload.text(file));
    }

    @GetMapping("/imports")
    Bills bills(@RequestParam(required = false) @Nullable String upstream) {
        return new Bills(reconciliations.bills(upstream));
    }

    @DeleteMapping("/imports/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable UUID id) {
        reconciliations.remove(id);
    }

    @GetMapping
    Reconciliations of(
            @RequestParam(required = false) @Nullable String upstream,
            @RequestParam(required = false) @Nullable LocalDate from,
            @RequestParam(required = false) @Nullable LocalDate to) {
        return new Reconciliations(reconciliations.of(upstream, from, to));
    }

    @GetMapping("/alarms")
    AlarmList alarms(@RequestParam(required = false) @Nullable String upstream) {
        return new AlarmList(reconciliations.alarms(upstream));
    }

    @GetMapping("/thresholds")
    ThresholdList thresholds() {
        return new ThresholdList(reconciliations.thresholds());
    }

    @PutMapping("/thresholds")
    Threshold set(@RequestBody ThresholdForm form) {
        return reconciliations.set(Threshold.of(form.upstream(), form.percent(), form.amount()));
    }
}
