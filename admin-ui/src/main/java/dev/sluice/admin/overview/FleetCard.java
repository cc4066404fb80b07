package dev.sluice.admin.overview;

import com.vaadin.flow.spring.annotation.SpringComponent;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.Words;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Scope;

/** Which nodes run which version. */
@SpringComponent
@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
class FleetCard extends Card {
    FleetCard() {
        super(Words.text("page.fleet"));
    }

    void refresh() {}
}
