-- UETRs of all payments ever accepted, one of each.
create table taken_uetr (
    uetr            varchar(36) primary key
);
insert into taken_uetr select distinct uetr from payment where uetr <> '';
-- Payments that were received are found by it.
create index note_uetr on note (uetr) where uetr <> '';
