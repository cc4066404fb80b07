package dev.sluice.simulator.serve;

import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Route;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Exchange;
import dev.sluice.simulator.exchange.WholeAnswer;
import dev.sluice.simulator.measure.Figures;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.Counted;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call that is answered with figures. */
record FiguresPlan(Route.Figures route, Ask ask, Figures.Asked asked, @Nullable String user)
        implements Plan {
    @Override
    public void serve(Exchange exchange, Script script, String model) {
        Integer scripted = script.usage().promptTokens();
        int tokens = scripted == null ? asked.tokens() : scripted;
        boolean told =
                switch (script.usage().mode()) {
                    case ASKED, ALWAYS -> route.measure().tellsUsage();
                    case NEVER, NULL -> false;
                };
        Figures figures = new Figures(asked, tokens, model, exchange.entry().number(), script);
        new WholeAnswer(
                        exchange,
                        script,
                        Map.of(),
                        Bodies.json(route.measure().write(ask, figures)),
                        told ? new Counted(tokens, 0) : null,
                        () -> CallHandler.refuse(exchange, script, route.errors(), 500))
                .startAfter(script.pace().ttftUs());
    }
}
