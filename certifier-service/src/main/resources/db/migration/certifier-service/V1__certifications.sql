-- What this certifier signed under which base, for ever: two tokens under one base would give a forgery.
CREATE TABLE signed_base (
    -- SHA-256 of the base, and of the token signed under it
    base  bytea PRIMARY KEY,
    token bytea NOT NULL
);

-- Shares, and what it takes to sign again under a later key. All of them are of committed outputs.
CREATE TABLE certification (
    -- order in which they were kept
    number         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    block          bigint   NOT NULL,
    transaction_id bytea    NOT NULL,
    output         smallint NOT NULL,
    namespace      int      NOT NULL,
    -- the transaction's read keys: count u8, then 32 bytes each
    context        bytea    NOT NULL,
    token          bytea    NOT NULL,
    -- of the certifiers' key
    epoch          bigint   NOT NULL,
    share          bytea    NOT NULL,
    UNIQUE (transaction_id, output, epoch)
);

CREATE INDEX certification_block ON certification (block, number);

-- The last block certified, and the configuration in force for the next one.
CREATE TABLE chain_position (
    one           boolean PRIMARY KEY DEFAULT true CHECK (one),
    number        bigint NOT NULL,
    header_hash   bytea  NOT NULL,
    configuration bytea  NOT NULL
);
