-- The state hash is calculated from genesis on, and what was believed of each block is kept: a certifier of before follows
-- the ledger anew. What it signed and its shares stay.
DELETE FROM chain_position;
ALTER TABLE chain_position ADD COLUMN state_hash bytea NOT NULL;

-- What the own committer signed of the last blocks, for auditors. A second one of a block would be a lie: both stay.
CREATE TABLE believed_checkpoint (
    number      bigint   NOT NULL,
    header_hash bytea    NOT NULL,
    status_root bytea    NOT NULL,
    state_hash  bytea    NOT NULL,
    committer   smallint NOT NULL,
    -- the number of each transaction's status, one byte each
    statuses    bytea    NOT NULL,
    signature   bytea    NOT NULL,
    PRIMARY KEY (number, header_hash, status_root, state_hash)
);
