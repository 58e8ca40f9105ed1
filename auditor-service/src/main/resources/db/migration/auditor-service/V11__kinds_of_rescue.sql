-- RAIL_RESCUE_OUTCOME has 19 letters. Widening a varchar rewrites no row.
ALTER TABLE audit_transaction ALTER COLUMN kind TYPE VARCHAR(40);
ALTER TABLE audit_approval ALTER COLUMN kind TYPE VARCHAR(40);
