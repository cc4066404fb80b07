package dev.sluice.control.tenants;

import dev.sluice.control.web.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Keys and sub-keys over REST; a sub-key is a key with four names in its path. */
@RestController
@RequestMapping("/api/v1/keys")
class KeyController {
    private final KeyService keys;
    private final ShortLivedKeys shortLived;

    KeyController(KeyService keys, ShortLivedKeys shortLived) {
        this.keys = keys;
        this.shortLived = shortLived;
    }

    record Keys(List<KeyView> items) {}

    record IssueRequest(@Nullable String path, @Nullable JsonNode rules) {}

    record Aliases(List<String> items) {}

    record KeyRequest(@Nullable String path) {}

    record Changed(long version) {}

    @GetMapping
    Keys list(@RequestParam String path) {
        return new Keys(keys.list(path));
    }

    @GetMapping("/aliases")
    Aliases aliases(@RequestParam String app) {
        return new Aliases(keys.aliasesOf(app));
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    IssuedSecret issue(@RequestBody IssueRequest request) {
        return keys.issue(required(request.path()), request.rules());
    }

    @PostMapping("/short-lived")
    @ResponseStatus(HttpStatus.CREATED)
    ShortLivedSecret issueShortLived(@RequestBody ShortLivedRequest request) {
        return shortLived.issue(request);
    }

    @PutMapping("/{*path}")
    Changed change(@PathVariable String path, @RequestBody JsonNode rules) {
        return new Changed(keys.change(path.substring(1), rules));
    }

    @PostMapping("/revoke")
    Changed revoke(@RequestBody KeyRequest request) {
        return new Changed(keys.revoke(required(request.path())));
    }

    @PostMapping("/suspend")
    Changed suspend(@RequestBody KeyRequest request) {
        return new Changed(keys.setSuspended(required(request.path()), true));
    }

    @PostMapping("/resume")
    Changed resume(@RequestBody KeyRequest request) {
        return new Changed(keys.setSuspended(required(request.path()), false));
    }

    private static String required(@Nullable String path) {
        if (path == null) {
            throw Refusal.badRequest("'path' is missing: tenant/app/key or tenant/app/key/sub-key");
        }
        return path;
    }
}
