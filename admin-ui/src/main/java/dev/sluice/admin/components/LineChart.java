package dev.sluice.admin.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.HasSize;
import com.vaadin.flow.component.HasStyle;
import com.vaadin.flow.component.Tag;
import com.vaadin.flow.component.dependency.JavaScript;
import com.vaadin.flow.component.dependency.StyleSheet;
import dev.sluice.model.json.SluiceJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lines over time, drawn by uPlot in the browser. */
@Tag("sluice-chart")
@StyleSheet("context://webjars/uplot/1.6.30/dist/uPlot.min.css")
@JavaScript("context://webjars/uplot/1.6.30/dist/uPlot.iife.min.js")
@JavaScript("context://js/sluice-chart.js")
public class LineChart extends Component implements HasSize, HasStyle {
    /** A line: its name, its colour, and whether the space below is tinted. */
    public record Line(String label, String colour, boolean filled) {}

    private final List<Line> lines;
    private final String unit;

    public LineChart(String unit, Line... lines) {
        this.unit = unit;
        this.lines = List.of(lines);
    }

    /** Draws the lines anew; {@code values} holds a list for each line, as long as the times. */
    public void show(List<Instant> times, List<List<@Nullable Double>> values) {
        var columns = new ArrayList<List<?>>();
        columns.add(times.stream().map(Instant::getEpochSecond).toList());
        columns.addAll(values);
        var series =
                lines.stream()
                        .map(line ->
                                Map.of(
                                        "label", line.label(),
                                        "colour", line.colour(),
                                        "fill", line.filled() ? line.colour() + "22" : ""))
                        .toList();
        var chart =
                Map.of(
                        "time", Words.text("chart.time"),
                        "unit", unit,
                        "series", series,
                        "values", columns);
        getElement().setProperty("chart", SluiceJson.mapper().writeValueAsString(chart));
    }
}
