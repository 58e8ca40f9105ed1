-- What banks' reserves were, free and held, when a block had changed the supply; not known for earlier ones.
alter table supply_at add column reserves bigint;
