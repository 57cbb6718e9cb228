-- Limits of the package that the operator raised for one organization, by name. See packageLimits in the contract.
alter table organizations add column raised_limits jsonb not null default '{}';
