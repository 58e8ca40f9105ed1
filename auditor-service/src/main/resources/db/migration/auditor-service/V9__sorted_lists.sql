-- Transactions above limits are listed by amount, too.
create index audit_approval_amount on audit_approval (amount, transaction_id);
