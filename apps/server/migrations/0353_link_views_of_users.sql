-- Users see only their own views, so the policy also compares the user, as the policy of saved reports does.
alter policy in_organization on link_views
  using (organization_id = current_organization_id() and user_id = current_user_id())
  with check (organization_id = current_organization_id() and user_id = current_user_id());
alter policy in_organization on link_views rename to of_user;
