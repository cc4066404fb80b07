package dev.sluice.admin.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.grid.ColumnTextAlign;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.grid.GridVariant;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/** Columns of tables in their few kinds: text that is cut, figures that line up, and marks. */
public final class Columns {
    private Columns() {}

    /** A compact table as high as its rows, or filling the page. */
    public static <T> Grid<T> grid() {
        var grid = new Grid<T>();
        grid.addThemeVariants(
                GridVariant.LUMO_COMPACT, GridVariant.LUMO_NO_BORDER, GridVariant.LUMO_ROW_STRIPES);
        grid.setWidthFull();
        return grid;
    }

    public static <T> Grid.Column<T> text(
            Grid<T> grid, String headerKey, SerializableFunction<T, @Nullable String> value) {
        return grid.addComponentColumn(row -> new ShortText(value.apply(row)))
                .setHeader(Words.text(headerKey))
                .setResizable(true)
                .setFlexGrow(1);
    }

    /** Ids and hints in letters of equal width. */
    public static <T> Grid.Column<T> mono(
            Grid<T> grid, String headerKey, SerializableFunction<T, @Nullable String> value) {
        return grid.addComponentColumn(row -> new ShortText(value.apply(row)).mono())
                .setHeader(Words.text(headerKey))
                .setResizable(true)
                .setFlexGrow(1);
    }

    /** A figure, set to the right. */
    public static <T> Grid.Column<T> figure(
            Grid<T> grid, String headerKey, SerializableFunction<T, String> value) {
        return grid.addComponentColumn(
                        row -> {
                            var text = new Span(value.apply(row));
                            text.addClassName("figure");
                            return text;
                        })
                .setHeader(Words.text(headerKey))
                .setTextAlign(ColumnTextAlign.END)
                .setResizable(true)
                .setFlexGrow(0)
                .setAutoWidth(true);
    }

    /** Any component. */
    public static <T> Grid.Column<T> part(
            Grid<T> grid, String headerKey, SerializableFunction<T, Component> part) {
        return grid.addComponentColumn(part::apply)
                .setHeader(Words.text(headerKey))
                .setResizable(true)
                .setFlexGrow(0)
                .setAutoWidth(true);
    }

    /** What stands below a column of figures. */
    public static Span sum(String text) {
        var sum = new Span(text);
        sum.addClassNames("figure", "sum");
        return sum;
    }
}
