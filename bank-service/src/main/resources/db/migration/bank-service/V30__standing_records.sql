-- Registration's records say how wallets stand, in their order; before the first record of a wallet, null, the answer to
-- its application does. Unexplained: registration has not been asked yet why the standing changed.
alter table wallet add column standing varchar(16);
alter table wallet add column unexplained boolean not null default false;
create index wallet_unexplained on wallet (number) where unexplained;

-- Up to where records are applied; moved in the transaction that applies them.
create table registration_position (
    id          int primary key check (id = 1),
    sequence    bigint not null,
    time_millis bigint not null,
    epoch       bigint not null
);
insert into registration_position values (1, 0, 0, 0);
