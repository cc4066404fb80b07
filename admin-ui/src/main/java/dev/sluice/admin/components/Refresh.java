package dev.sluice.admin.components;

import com.vaadin.flow.component.AttachEvent;
import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.DetachEvent;
import com.vaadin.flow.component.UI;
import com.vaadin.flow.shared.Registration;
import java.util.ArrayList;
import java.util.List;

/** Runs an action every few seconds as long as a part of a page is shown. */
public final class Refresh {
    private static final int NEVER = -1;

    private Refresh() {}

    /** The browser asks; a page that is closed or out of sight costs nothing. */
    public static void every(int periodMs, Component shown, Runnable action) {
        var registrations = new ArrayList<Registration>();
        shown.addAttachListener(attached -> start(attached, periodMs, action, registrations));
        shown.addDetachListener(detached -> stop(detached, registrations));
    }

    private static void start(
            AttachEvent attached, int periodMs, Runnable action, List<Registration> registrations) {
        UI page = attached.getUI();
        page.setPollInterval(periodMs);
        registrations.add(page.addPollListener(poll -> action.run()));
    }

    private static void stop(DetachEvent detached, List<Registration> registrations) {
        registrations.forEach(Registration::remove);
        registrations.clear();
        detached.getUI().setPollInterval(NEVER);
    }
}
