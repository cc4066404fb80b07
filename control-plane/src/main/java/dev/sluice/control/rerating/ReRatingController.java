package dev.sluice.control.rerating;

import java.util.List;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Re-ratings over REST. */
@RestController
@RequestMapping("/api/v1/re-ratings")
class ReRatingController {
    private final ReRatingService reRatings;

    ReRatingController(ReRatingService reRatings) {
        this.reRatings = reRatings;
    }

    record ReRatings(List<ReRating> items) {}

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    ReRating propose(@RequestBody ReRatingForm form) {
        return reRatings.propose(form);
    }

    @PostMapping("/{id}/approve")
    ReRating approve(@PathVariable UUID id) {
        return reRatings.approve(id);
    }

    @GetMapping("/{id}")
    ReRating find(@PathVariable UUID id) {
        return reRatings.find(id);
    }

    @GetMapping
    ReRatings list() {
        return new ReRatings(reRatings.list());
    }
}
