-- The last signed record of each participant and each enrolled owner: where reading registration's topic goes on.
CREATE TABLE registration_record (
    -- 1 and the participant's number, or 2 and the owner's key
    subject bytea PRIMARY KEY,
    record  bytea NOT NULL
);

-- How far the records above go, signed by this endorser with a digest of them all; what does not fit is thrown away and
-- read again from the first record.
CREATE TABLE registration_seal (
    one         boolean PRIMARY KEY DEFAULT true CHECK (one),
    sequence    bigint NOT NULL,
    time_millis bigint NOT NULL,
    next_offset bigint NOT NULL,
    digest      bytea  NOT NULL,
    signature   bytea  NOT NULL
);
