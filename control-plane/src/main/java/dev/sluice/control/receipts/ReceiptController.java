package dev.sluice.control.receipts;

import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** CallReceipts over REST. */
@RestController
class ReceiptController {
    private final CallReceipts receipts;

    ReceiptController(CallReceipts receipts) {
        this.receipts = receipts;
    }

    @GetMapping("/api/v1/usage/requests/{eventId}/receipt")
    Receipt receipt(@PathVariable UUID eventId) {
        return receipts.of(eventId);
    }
}
