package io.florin.sandbox.view;

import io.florin.ledger.privacy.PrivacyModel;
import java.util.List;

/// One payment and what each party keeps of it, with the bytes.
///
/// @param audit how the auditor takes part, for people
/// @param facts what there is to see
public record WhoSeesWhat(PrivacyModel model, String audit, List<Fact> facts, List<PartyStore> places) {
    public WhoSeesWhat {
        facts = List.copyOf(facts);
        places = List.copyOf(places);
    }

    /// Findings without the bytes that they were found in.
    public SeenPayment seen() {
        return new SeenPayment(
                model,
                audit,
                facts.stream()
                        .map(fact -> new SeenPayment.Named(fact.name(), fact.value()))
                        .toList(),
                places.stream().map(this::seenAt).toList());
    }

    private SeenPayment.At seenAt(PartyStore place) {
        return new SeenPayment.At(
                place.viewer(),
                facts.stream().filter(place::shows).map(Fact::name).toList(),
                place.things().stream()
                        .map(thing -> new SeenPayment.Kept(thing.where(), thing.shown()))
                        .toList());
    }
}
