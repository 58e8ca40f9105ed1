-- The latest epoch of a peer's ledger of one-time secrets that this endorser has seen; an earlier one is an old copy.
CREATE TABLE nonce_epoch (
    namespace integer NOT NULL,
    key_epoch bigint  NOT NULL,
    endorser  integer NOT NULL,
    epoch     bigint  NOT NULL,
    PRIMARY KEY (namespace, key_epoch, endorser)
);
