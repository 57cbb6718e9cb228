-- The deletions of an organization that are not done have a limit, since every query of its clicks names them.
create index click_deletions_of_organization_idx on click_deletions (organization_id) where state <> 'done';
