-- Prepares checked links of affiliate tools again, because a check must never request these links. Row-level security
-- is not forced during this migration, because FORCE also applies to the table's owner, who runs the migration, unless
-- the owner is a superuser.
alter table link_checks no force row level security;
update link_checks set page_url = null, request_url = null, host = null, hop_count = 0, needs_body = false
where page_url is not null and target ~* ('^https?://([^/?#]*[.])?(urlgeni[.]us|lnk[.]to|smarturl[.]it|liketk[.]it|rstyle[.]me|shopstyle[.]it|'
  'magik[.]ly|howl[.]me|howl[.]link|shop-links[.]co|fave[.]co|mavely[.]app[.]link|shrsl[.]com|sovrn[.]co)[.]?/');
alter table link_checks force row level security;
