-- Every member can read the audit log, but saved views and reports belong to one user. So entries about them have no
-- values.
update audit_log set before = null, after = null where entity in ('link_view', 'saved_report');
