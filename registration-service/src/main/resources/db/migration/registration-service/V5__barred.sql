-- The few who are suspended or revoked, found without reading everybody.
create index enrollment_barred on enrollment (standing) where standing <> 'ACTIVE';
