package dev.sluice.admin.components;

import com.vaadin.flow.component.html.Div;

/** One headline figure with its name above and a remark below. */
public class Tile extends Div {
    /** So many characters fit beside five other tiles in the usual size. */
    private static final int LONG = 9;

    private final Div value = new Div(Figures.NONE);
    private final Div note = new Div();

    public Tile(String label) {
        addClassName("tile");
        var name = new Div(label);
        name.addClassName("tile-label");
        name.setTitle(label);
        value.addClassName("tile-value");
        note.addClassName("tile-note");
        add(name, value, note);
    }

    public void show(String figure, String remark) {
        value.setText(figure);
        value.setClassName("tile-long", figure.length() > LONG);
        value.setTitle(figure);
        note.setText(remark);
        note.setTitle(remark);
    }
}
