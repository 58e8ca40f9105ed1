-- The latest epoch of a peer's ledger of one-time secrets that the peer itself has signed, to give back to it when it
-- opens the ledger; it believes only its own signature.
ALTER TABLE nonce_epoch
    ADD COLUMN signed_epoch bigint NOT NULL DEFAULT 0,
    ADD COLUMN signature    bytea  NOT NULL DEFAULT '';
