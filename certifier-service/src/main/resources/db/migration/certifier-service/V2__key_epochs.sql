-- Which shares of a key signed: the hash of the verification keys of all shares, zero where it was not written down.
ALTER TABLE certification ADD COLUMN sharing bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex');
ALTER TABLE certification ALTER COLUMN sharing DROP DEFAULT;

-- Whether somebody asked for it by name under a later key: whole blocks are shown without these.
ALTER TABLE certification ADD COLUMN again boolean NOT NULL DEFAULT false;
UPDATE certification later SET again = true
    WHERE EXISTS (SELECT FROM certification first WHERE first.transaction_id = later.transaction_id
        AND first.output = later.output AND first.epoch < later.epoch);
ALTER TABLE certification ALTER COLUMN again DROP DEFAULT;

-- Epoch 0 and an empty share: committed under a key of which this certifier has no share.
ALTER TABLE certification DROP CONSTRAINT certification_transaction_id_output_epoch_key;
ALTER TABLE certification ADD UNIQUE (transaction_id, output, epoch, sharing);
