-- The opening of an issue is made again from the node's key whenever the auditor is to see it. Here it would let whoever
-- reads the database, or a copy of it, follow hidden money.
alter table supply_request drop column disclosure;
