-- Users see only their own views, so the policy compares the user, like the policy of saved reports.
alter policy in_organization on link_views
  using (organization_id = current_organization_id() and user_id = current_user_id())
  with check (organization_id = current_organization_id() and user_id = current_user_id());
alter policy in_organization on link_views rename to of_user;
