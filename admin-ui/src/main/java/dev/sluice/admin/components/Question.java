package dev.sluice.admin.components;

import com.vaadin.flow.component.confirmdialog.ConfirmDialog;

/** Asks before something that cannot be taken back. */
public final class Question {
    private Question() {}

    /** Does the action when the reader agrees. */
    public static void ask(String title, String text, String yes, Runnable action) {
        open(title, text, yes, "primary", action);
    }

    /** The same for an action that takes something away. */
    public static void askDanger(String title, String text, String yes, Runnable action) {
        open(title, text, yes, "error primary", action);
    }

    private static void open(String title, String text, String yes, String theme, Runnable action) {
        var dialog = new ConfirmDialog();
        dialog.setHeader(title);
        dialog.setText(text);
        dialog.setCancelable(true);
        dialog.setCancelText(Words.text("action.cancel"));
        dialog.setConfirmText(yes);
        dialog.setConfirmButtonTheme(theme);
        dialog.addConfirmListener(agreed -> action.run());
        dialog.open();
    }
}
