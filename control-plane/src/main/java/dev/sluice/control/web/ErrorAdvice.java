package dev.sluice.control.web;

import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.model.money.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.util.DisconnectedClientHelper;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/** Turns every failure into the one error form; what is our own fault is logged and not shown. */
@RestControllerAdvice
class ErrorAdvice {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorAdvice.class);

    @ExceptionHandler
    ResponseEntity<ApiError> refused(Refusal refusal) {
        return ResponseEntity.status(refusal.status()).body(refusal.error());
    }

    @ExceptionHandler
    ResponseEntity<ApiError> denied(AccessDeniedException denied) {
        return ResponseEntity.status(403)
                .body(ApiError.of("forbidden", "your role does not allow this"));
    }

    @ExceptionHandler
    ResponseEntity<ApiError> unreadable(HttpMessageNotReadableException unreadable) {
        if (unreadable.getCause() instanceof JacksonException cause) {
            return ResponseEntity.badRequest()
                    .body(
                            ApiError.of(
                                    "invalid_request",
                                    "the body cannot be read",
                                    List.of(fault(cause))));
        }
        return ResponseEntity.badRequest()
                .body(ApiError.of("invalid_request", "the body is missing or cannot be read"));
    }

    private static FaultAt fault(JacksonException cause) {
        var path =
                cause.getPath().stream()
                        .map(step ->
                                step.getPropertyName() != null
                                        ? "." + step.getPropertyName()
                                        : "[" + step.getIndex() + "]")
                        .collect(Collectors.joining());
        var line = cause.getLocation() == null ? 0 : cause.getLocation().getLineNr();
        return new FaultAt(
                line > 0 ? line : null,
                path.startsWith(".") ? path.substring(1) : path,
                message(cause));
    }

    /** The library's own words about types name classes; they are said anew. */
    private static String message(JacksonException cause) {
        return switch (cause) {
            case UnrecognizedPropertyException unknown ->
                    "'" + unknown.getPropertyName() + "' is not known here";
            case MismatchedInputException mismatch -> "must be " + wanted(mismatch.getTargetType());
            // Our own forms say in their own words what they cannot take.
            case ValueInstantiationException refused
                    when refused.getCause() instanceof IllegalArgumentException own
                            && own.getMessage() != null ->
                    own.getMessage();
            case DatabindException _ -> "is not valid";
            default -> {
                var said = cause.getOriginalMessage();
                yield said == null ? "is not JSON" : said.lines().findFirst().orElse("");
            }
        };
    }

    private static String wanted(@Nullable Class<?> type) {
        if (type == null) {
            return "of another type";
        }
        if (type == String.class) {
            return "a text";
        }
        if (type == Money.class) {
            return "an amount as a text, like \"12.50\"";
        }
        if (type == Instant.class) {
            return "an instant like 2026-11-30T08:00:00Z";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "a number";
        }
        return Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }

    @ExceptionHandler
    ResponseEntity<ApiError> mistyped(MethodArgumentTypeMismatchException mistyped) {
        return ResponseEntity.badRequest()
                .body(
                        ApiError.of(
                                "invalid_request",
                                "'"
                                        + mistyped.getValue()
                                        + "' is not valid for '"
                                        + mistyped.getName()
                                        + "'"
                                        + form(mistyped.getRequiredType())));
    }

    private static String form(@Nullable Class<?> type) {
        if (type == Instant.class) {
            return ": write it like 2026-11-30T08:00:00Z";
        }
        if (type == LocalDate.class) {
            return ": write it like 2026-11-30";
        }
        if (type == YearMonth.class) {
            return ": write it like 2026-11";
        }
        return type != null && (type.isPrimitive() || Number.class.isAssignableFrom(type))
                ? ": write a whole number"
                : "";
    }

    @ExceptionHandler({
        DataAccessResourceFailureException.class,
        CannotCreateTransactionException.class
    })
    ResponseEntity<ApiError> databaseAway(Exception away) {
        LOG.warn("the database does not answer: {}", away.getMessage());
        return ResponseEntity.status(503).body(ApiError.DATABASE_AWAY);
    }

    /** Nothing where nobody is left to be told. */
    @ExceptionHandler
    @Nullable ResponseEntity<ApiError> other(Exception failure) {
        if (failure instanceof ErrorResponse known) {
            var status = known.getStatusCode().value();
            var detail = known.getBody().getDetail();
            return ResponseEntity.status(status)
                    .headers(known.getHeaders())
                    .body(
                            ApiError.of(
                                    status == 404 ? "not_found" : "invalid_request",
                                    detail == null ? "the request is not valid" : detail));
        }
        if (DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            LOG.debug("a client left before it had its answer: {}", failure.getMessage());
            return null;
        }
        LOG.error("a request failed", failure);
        return ResponseEntity.internalServerError()
                .body(ApiError.of("internal_error", "the control plane failed; its log says why"));
    }
}
