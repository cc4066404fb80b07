package dev.sluice.simulator.dialect.ollama;

import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Told;

/** {@code {"error": "…"}}. */
public final class OllamaErrors implements ErrorForm {
    @Override
    public Refused refuse(Told told) {
        return Refused.of(told.status(), Fields.of("error", told.message()));
    }
}
