-- Counts an organization's unfinished deletions. Their number is limited, because every query of the organization's
-- clicks names them.
create index click_deletions_of_organization_idx on click_deletions (organization_id) where state <> 'done';
