-- Earlier releases marked each featured video as an ad by default, and the mark had no effect. Now the mark shows the
-- label "Ad", so it is removed: the owner has not chosen it. Row-level security is not forced during the update,
-- because FORCE also applies to the owner of the tables.
alter table featured_links no force row level security;
alter table links no force row level security;
update featured_links set is_ad = false from links
where links.id = featured_links.link_id and featured_links.is_ad
  and links.target ~* '^https?://((www|m|music)\.)?(youtube\.com|youtu\.be|youtube-nocookie\.com)[/:?]';
alter table featured_links force row level security;
alter table links force row level security;
