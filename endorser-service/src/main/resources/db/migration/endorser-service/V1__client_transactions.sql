-- Client transactions as they came in, durable before a share leaves. All times are milliseconds since 1970.

CREATE TABLE bundle (
    number           bigint PRIMARY KEY,
    root             bytea  NOT NULL UNIQUE,
    encoded          bytea  NOT NULL,
    transactions     int    NOT NULL,
    proposed_millis  bigint NOT NULL,
    endorsed_millis  bigint NOT NULL,
    published_millis bigint
);

CREATE TABLE client_transaction (
    -- order of the store; one writer numbers them
    place                 bigint PRIMARY KEY,
    id                    bytea    NOT NULL UNIQUE,
    kind                  smallint NOT NULL,
    namespace             int      NOT NULL,
    configuration_version bigint   NOT NULL,
    expiry_height         bigint   NOT NULL,
    -- the client transaction with the auditor's approval, canonically encoded
    submission            bytea    NOT NULL,
    -- submitted here, not proposed by a peer
    own                   boolean  NOT NULL,
    received_millis       bigint   NOT NULL,
    stored_millis         bigint   NOT NULL,
    bundle                bigint REFERENCES bundle (number),
    refused_reason        smallint,
    -- number of the final status; 0: never ordered and expired
    final_status          smallint,
    final_block           bigint,
    final_millis          bigint
);

CREATE INDEX client_transaction_open ON client_transaction (place)
    WHERE own AND final_status IS NULL AND refused_reason IS NULL;

CREATE INDEX client_transaction_configuration ON client_transaction (configuration_version) WHERE kind = 4;

-- Shares given to others: what was signed, in the order of the bundle (32 bytes for each id).
CREATE TABLE share_given (
    number       bigint PRIMARY KEY,
    root         bytea   NOT NULL UNIQUE,
    namespace    int     NOT NULL,
    key_epoch    bigint  NOT NULL,
    ids          bytea   NOT NULL,
    given_millis bigint  NOT NULL,
    open         boolean NOT NULL DEFAULT true
);

CREATE INDEX share_given_open ON share_given (number) WHERE open;

-- Encrypted notes in the order in which they were stored; positions become visible in their order.
CREATE TABLE note (
    position       bigint PRIMARY KEY,
    transaction_id bytea    NOT NULL,
    output         smallint NOT NULL,
    note           bytea    NOT NULL
);

-- Where this endorser goes on reading a topic.
CREATE TABLE topic_position (
    topic           text   NOT NULL,
    topic_partition int    NOT NULL,
    next_offset     bigint NOT NULL,
    PRIMARY KEY (topic, topic_partition)
);

-- The configurations that were in force, and the last block known.
CREATE TABLE network_configuration (
    version        bigint PRIMARY KEY,
    encoded        bytea  NOT NULL,
    -- the committed configuration change; null for genesis
    change         bytea,
    adopted_millis bigint NOT NULL
);

CREATE TABLE ledger_height (
    one    boolean PRIMARY KEY DEFAULT true CHECK (one),
    height bigint NOT NULL
);
