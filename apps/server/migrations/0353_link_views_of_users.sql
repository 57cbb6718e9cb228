-- Users see their own views only: the policy names them, as that of saved reports does.
alter policy in_organization on link_views
  using (organization_id = current_organization_id() and user_id = current_user_id())
  with check (organization_id = current_organization_id() and user_id = current_user_id());
alter policy in_organization on link_views rename to of_user;
