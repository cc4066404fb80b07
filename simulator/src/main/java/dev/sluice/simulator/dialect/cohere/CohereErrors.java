package dev.sluice.simulator.dialect.cohere;

import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Told;

/** {@code {"message"}}; the status alone says what kind it is. */
public final class CohereErrors implements ErrorForm {
    @Override
    public Refused refuse(Told told) {
        return Refused.of(told.status(), Fields.of("message", told.message()));
    }
}
