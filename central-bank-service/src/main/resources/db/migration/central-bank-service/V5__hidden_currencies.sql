-- Where a withdrawal of a hidden currency goes, as the treasury signed it, and what the auditor is shown of its issue.
alter table supply_request
    add column payee           bytea,
    add column payee_signature bytea,
    add column disclosure      bytea,
    add constraint supply_request_payee check ((payee is null) = (payee_signature is null));
