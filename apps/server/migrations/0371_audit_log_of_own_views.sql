-- Every member reads the audit log; saved views and reports are their user's own. Entries about them have no values.
update audit_log set before = null, after = null where entity in ('link_view', 'saved_report');
