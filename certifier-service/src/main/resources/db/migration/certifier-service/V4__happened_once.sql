-- Which transaction wrote a key that was absent and stands for ever, serial numbers above all: no other one that needs it
-- to be absent is committed, whatever a committer says. It takes the whole ledger, so that is followed anew.
CREATE TABLE happened (
    key            bytea PRIMARY KEY,
    transaction_id bytea NOT NULL
);
DELETE FROM chain_position;
