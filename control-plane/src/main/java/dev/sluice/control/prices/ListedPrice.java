package dev.sluice.control.prices;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a list says of one model.
 *
 * @param name the list's name of the model
 * @param place where it stands in the list
 * @param fields of a price, as in the config file
 * @param notTaken what the list says and a price here cannot say
 * @param notes what is to be known of how it was read
 */
record ListedPrice(
        String name,
        String place,
        ObjectNode fields,
        List<PriceImport.NotTaken> notTaken,
        List<String> notes) {
    ListedPrice {
        notTaken = List.copyOf(notTaken);
        notes = List.copyOf(notes);
    }
}
