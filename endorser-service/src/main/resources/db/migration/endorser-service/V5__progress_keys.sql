-- SHA-256 of what a submitter shows to learn how far its transaction is; the first to submit it here, and nobody else.
CREATE TABLE progress_key (
    key bytea PRIMARY KEY,
    transaction_id bytea NOT NULL UNIQUE
);
