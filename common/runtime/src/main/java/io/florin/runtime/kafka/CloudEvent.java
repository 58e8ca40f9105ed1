package io.florin.runtime.kafka;

import java.net.URI;

/// The CloudEvents attributes of a record, in binary mode: headers `ce_id`, `ce_type`, `ce_source`, `ce_specversion`.
///
/// @param id unique within the source: a repeated write has the same
/// @param type what happened: `io.florin.settlement.block.v1`
/// @param source who says so: `florin://<network>/<role>/<id>`
public record CloudEvent(String id, String type, URI source) {
    static final String SPEC_VERSION = "1.0";
}
