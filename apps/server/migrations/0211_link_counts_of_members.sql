-- Lets users read the link counts of their organizations, because the list of organizations shows how many links each
-- project has.
create policy of_person on link_counts for select to linkshelf_app
  using (organization_id in (select organization_id from members where user_id = current_user_id()));
