-- What the bank shows endorsers to learn how far a transaction is: 32 bytes for each of its first eight submissions.
ALTER TABLE outgoing ADD COLUMN progress_tickets bytea NOT NULL DEFAULT '';
