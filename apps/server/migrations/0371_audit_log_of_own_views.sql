-- Removes the values from audit entries about saved views and reports. Every member can read the audit log, but a saved
-- view or report belongs to one user.
update audit_log set before = null, after = null where entity in ('link_view', 'saved_report');
