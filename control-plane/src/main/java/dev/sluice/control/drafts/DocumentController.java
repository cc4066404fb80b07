package dev.sluice.control.drafts;

import dev.sluice.control.catalogue.DocumentIds;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
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

/** Documents, edited as drafts, and the draft of whoever asks. */
@RestController
@RequestMapping("/api/v1")
class DocumentController {
    private final DraftService drafts;

    DocumentController(DraftService drafts) {
        this.drafts = drafts;
    }

    record Documents(List<DocumentView> items) {}

    record Draft(List<DraftedChange> changes) {}

    record PublishRequest(@Nullable String comment) {}

    record Published(long version) {}

    @GetMapping("/documents/{kind}")
    Documents list(
            @PathVariable String kind, @RequestParam(required = false) @Nullable String below) {
        return new Documents(drafts.list(kind(kind), below));
    }

    @GetMapping("/documents/{kind}/{*path}")
    DocumentView get(@PathVariable String kind, @PathVariable String path) {
        return drafts.view(kind(kind), path.substring(1));
    }

    /** The body is taken as text, so that its faults can be named with their line. */
    @PutMapping("/documents/{kind}/{*path}")
    DocumentView put(
            @PathVariable String kind, @PathVariable String path, @RequestBody String body) {
        return drafts.put(kind(kind), path.substring(1), body);
    }

    @DeleteMapping("/documents/{kind}/{*path}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String kind, @PathVariable String path) {
        drafts.remove(kind(kind), path.substring(1));
    }

    @GetMapping("/drafts/diff")
    Draft diff() {
        return new Draft(drafts.diff());
    }

    @PostMapping("/drafts/publish")
    Published publish(@RequestBody(required = false) @Nullable PublishRequest request) {
        return new Published(drafts.publish(request == null ? null : request.comment()));
    }

    @DeleteMapping("/drafts")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void discard() {
        drafts.discard(null, null);
    }

    @DeleteMapping("/drafts/{kind}/{*path}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void discardOne(@PathVariable String kind, @PathVariable String path) {
        drafts.discard(kind(kind), path.substring(1));
    }

    private static DocumentKind kind(String text) {
        return DocumentIds.kind(text).orElseThrow(() -> Refusal.notFound("kind '" + text + "'"));
    }
}
