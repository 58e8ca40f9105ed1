package io.florin.auditor.supply;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// Statement that the auditor signs of each block: the figures and the state they are of.
///
/// Message: domain `florin/v1/supply-proof`, network, namespace (u16), rules version 0 (u16), epoch 0 (u32), then block
/// u63, issued u63, redeemed u63, outstanding u63, holds u8, header hash 32, state hash 32. An amount below zero, which
/// only a violated supply can have, is signed as 0.
///
/// Where money is on instant rails the rules version is 1, and after the outstanding comes what of it is on rails, u63:
/// so what was signed before there were rails reads as it did, and no reader takes one form for the other.
public record SupplyProof(NetworkId network, Figures figures, Bytes32 headerHash, Bytes32 stateHash) {

    public byte[] message() {
        boolean rails = figures.onRails() > 0;
        CanonicalWriter payload = new CanonicalWriter(105)
                .u63(figures.block())
                .u63(Math.max(0, figures.issued()))
                .u63(Math.max(0, figures.redeemed()))
                .u63(Math.max(0, figures.outstanding()));
        if (rails) {
            payload.u63(figures.onRails());
        }
        payload.flag(figures.holds()).fixed(headerHash).fixed(stateHash);
        var namespace = new NamespaceId(figures.namespace());
        return Domain.SUPPLY_PROOF.message(network, namespace, rails ? 1 : 0, 0, payload.toByteArray());
    }

    public boolean isSignedBy(Bytes32 auditor, Bytes signature) {
        return Ed25519.verify(auditor, message(), signature.toArray());
    }
}
