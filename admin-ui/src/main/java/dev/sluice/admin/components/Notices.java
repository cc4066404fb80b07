package dev.sluice.admin.components;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.notification.Notification;
import com.vaadin.flow.component.notification.NotificationVariant;
import com.vaadin.flow.component.orderedlayout.HorizontalLayout;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.transaction.TransactionException;

/** What has happened, said in words at the edge of the page. */
public final class Notices {
    private static final Logger LOG = LoggerFactory.getLogger(Notices.class);
    private static final int SUCCESS_MS = 4_000;

    private Notices() {}

    /** Something was done. */
    public static void done(String text) {
        var notice = Notification.show(text, SUCCESS_MS, Notification.Position.TOP_END);
        notice.addThemeVariants(NotificationVariant.LUMO_SUCCESS);
        notice.addClassName("notice-done");
    }

    /** Something failed: stays until it is read and closed. */
    public static void failure(Throwable failure) {
        failure(reason(failure));
    }

    /** As above, in the words given. */
    public static void failure(String text) {
        var notice = new Notification();
        notice.addThemeVariants(NotificationVariant.LUMO_ERROR);
        notice.setPosition(Notification.Position.TOP_END);
        notice.setDuration(0);
        var words = new Div(new Span(text));
        words.addClassName("notice-words");
        var close = new Button(VaadinIcon.CLOSE_SMALL.create(), click -> notice.close());
        close.addThemeVariants(ButtonVariant.LUMO_TERTIARY_INLINE);
        close.setAriaLabel(Words.text("action.close"));
        var row = new HorizontalLayout(words, close);
        row.setAlignItems(HorizontalLayout.Alignment.START);
        notice.add(row);
        notice.addClassName("notice-failure");
        notice.open();
    }

    /** The reason for a reader: what the service said, or what stands in the way. */
    public static String reason(Throwable failure) {
        return switch (failure) {
            case Refusal refusal -> words(refusal);
            case AccessDeniedException denied -> Words.text("error.denied");
            case DataAccessException away -> Words.text("error.database");
            case TransactionException away -> Words.text("error.database");
            case IllegalArgumentException said when said.getMessage() != null -> said.getMessage();
            default -> {
                LOG.warn("an action in the console failed", failure);
                yield Words.text("error.unexpected");
            }
        };
    }

    /** The message and every fault with its place, a line each. */
    private static String words(Refusal refusal) {
        var error = refusal.error().error();
        var faults = error.faults();
        if (faults == null || faults.isEmpty()) {
            return error.message();
        }
        return error.message() + "\n" + list(faults);
    }

    /** Faults with their places, a line each. */
    public static String list(List<FaultAt> faults) {
        return faults.stream()
                .map(fault ->
                        fault.path() == null || fault.path().isEmpty()
                                ? fault.message()
                                : fault.path() + ": " + fault.message())
                .collect(Collectors.joining("\n"));
    }

    /** Does it and says so; a failure is shown instead. */
    public static boolean attempt(Runnable action) {
        try {
            action.run();
            return true;
        } catch (RuntimeException failure) {
            failure(failure);
            return false;
        }
    }
}
